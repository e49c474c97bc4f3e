import { Button, Center } from '@mantine/core';
import { useText } from '../../kit/text.tsx';

/** Loads the next part of a log without a total. */
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
