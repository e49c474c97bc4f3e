import { notifications } from '@mantine/notifications';
import { queryClient } from '../../api/query-client.ts';
import { readAgain } from '../../api/use-api.ts';

/** Runs a change, refetches the routes it changed and notifies about the result. */
export async function act(
  change: () => Promise<unknown>,
  { routes, done, failed }: { routes: readonly string[]; done: string; failed: (error: unknown) => string },
): Promise<boolean> {
  try {
    await change();
    await readAgain(queryClient, 'console', ...routes);
    notifications.show({ message: done, color: 'green' });
    return true;
  } catch (error) {
    notifications.show({ message: failed(error), color: 'red', autoClose: false });
    return false;
  }
}
