import { Button, Center } from '@mantine/core';
import { useText } from '../../kit/text.tsx';

/** Reads on in a log that has no end to be counted. */
export function MoreButton({ onMore, isLoading }: { readonly onMore: () => void; readonly isLoading: boolean }) {
  const t = useText();
  return (
    <Center py="sm">
      <Button variant="default" size="sm" onClick={onMore} loading={isLoading}>
        {t('backOffice.more')}
      </Button>
    </Center>
  );
}
