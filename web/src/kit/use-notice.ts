import { notifications } from '@mantine/notifications';
import { useErrorText } from './error-text.ts';
import { useText } from './text.tsx';

/** Notifications about a change. Their close button needs a name for screen readers. */
export function useNotice() {
  const t = useText();
  const errorText = useErrorText();
  const closeButtonProps = { 'aria-label': t('kit.close') };
  return {
    done: (message: string) => notifications.show({ message, color: 'green', closeButtonProps }),
    failed: (error: unknown) =>
      notifications.show({ message: errorText(error), color: 'red', autoClose: false, closeButtonProps }),
  };
}
