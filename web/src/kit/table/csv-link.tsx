import { Button } from '@mantine/core';
import { useText } from '../text.tsx';

/** The same list as a CSV file; `href` comes from `addressOf`. */
export function CsvLink({ href }: { readonly href: string }) {
  const t = useText();
  return (
    <Button component="a" href={href} download variant="default" size="sm">
      {t('kit.csv')}
    </Button>
  );
}
