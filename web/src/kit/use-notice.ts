import { notifications } from '@mantine/notifications';
import { useMemo } from 'react';
import { useErrorText } from './error-text.ts';
import { useText } from './text.tsx';

/** Notifications about a change. Their close button needs a name for screen readers. */
export function useNotice() {
  const t = useText();
  const errorText = useErrorText();
  return useMemo(() => {
    const closeButtonProps = { 'aria-label': t('kit.close') };
    /** Stays until it is closed. */
    const problem = (message: string) =>
      notifications.show({ message, color: 'red', autoClose: false, closeButtonProps });
    return {
      done: (message: string) => notifications.show({ message, color: 'green', closeButtonProps }),
      problem,
      failed: (error: unknown) => problem(errorText(error)),
    };
  }, [t, errorText]);
}
