import { Button } from '@mantine/core';
import { useText } from '../../kit/text.tsx';

/** What is shown, as a file made on the spot. */
export function SaveButton({ onSave }: { readonly onSave: () => void }) {
  const t = useText();
  return (
    <Button size="compact-sm" variant="default" onClick={onSave}>
      {t('kit.csv')}
    </Button>
  );
}
