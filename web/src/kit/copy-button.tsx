import { Button, CopyButton as Copy } from '@mantine/core';
import { useText } from './text.tsx';

/** Copies a value; shows the value itself or the given label. */
export function CopyButton({ value, label }: { readonly value: string; readonly label?: string }) {
  const t = useText();
  return (
    <Copy value={value}>
      {({ copied, copy }) => (
        <Button
          size="compact-xs"
          variant="default"
          onClick={copy}
          aria-label={label === undefined ? t('kit.copyValue', { value }) : undefined}
          ff={label === undefined ? 'monospace' : undefined}
        >
          {copied ? t('kit.copied') : (label ?? value)}
        </Button>
      )}
    </Copy>
  );
}
