import { Button } from '@mantine/core';
import { useText } from '../../kit/text.tsx';

/** Saves the shown rows as a file, without a request. */
export function SaveButton({ onSave }: { readonly onSave: () => void }) {
  const t = useText();
  return (
    <Button size="compact-sm" variant="default" onClick={onSave}>
      {t('kit.csv')}
    </Button>
  );
}
