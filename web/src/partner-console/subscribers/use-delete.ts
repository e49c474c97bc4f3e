import { useQueryClient } from '@tanstack/react-query';
import type * as contract from '@volley/contract/console/subscribers.ts';
import { hasDevices } from '@volley/domain/subscribers/subscriber-channel.ts';
import { callApi } from '../../api/call.ts';
import { readAgain } from '../../api/use-api.ts';
import { confirmAction } from '../../kit/dialog/confirm-action.tsx';
import { useText } from '../../kit/text.tsx';
import { useNotice } from '../../kit/use-notice.ts';
import type { SubscriberList } from './subscriber-list.ts';

/** Deletes after a confirmation; resolves to whether the subscribers were deleted. */
export function useDelete(
  id: number,
  { channelType, senderName }: Pick<SubscriberList, 'channelType' | 'senderName'>,
): (subscriberIds: string[]) => Promise<boolean> {
  const t = useText();
  const client = useQueryClient();
  const notice = useNotice();
  return async (subscriberIds) => {
    const count = subscriberIds.length;
    const isApp = hasDevices(channelType);
    const isSure = await confirmAction({
      title: t(isApp ? 'subscribers.delete.appTitle' : 'subscribers.delete.title', { count, name: senderName }),
      effect: t(isApp ? 'subscribers.delete.app' : 'subscribers.delete.effect'),
      confirm: t('subscribers.delete.confirm'),
      cancel: t('subscribers.delete.cancel'),
      danger: true,
    });
    if (!isSure) return false;
    try {
      const params = { id };
      const { deleted } = await callApi<typeof contract.deleteBotSubscribers>('POST /senders/{id}/subscribers/delete', {
        params,
        body: { subscriberIds },
      });
      notice.done(t(isApp ? 'subscribers.deleted.app' : 'subscribers.deleted', { count: deleted }));
      return true;
    } catch (error) {
      notice.failed(error);
      return false;
    } finally {
      await readAgain(client, 'console', 'GET /senders/{id}/subscribers');
    }
  };
}
