import { SUBSCRIBER_STATUSES } from '@volley/domain/subscribers/subscriber-status.ts';
import { Facts } from '../../kit/facts.tsx';
import { useFormat } from '../../kit/format.ts';
import { Section } from '../../kit/section.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { useText } from '../../kit/text.tsx';
import type { SubscriberList } from './subscriber-list.ts';

/** Each number opens the list of exactly these subscribers. */
export function SubscriberCounts({ id, list }: { readonly id: number; readonly list: SubscriberList }) {
  const t = useText();
  const { number } = useFormat();
  const { counts, limit } = list;
  const all = SUBSCRIBER_STATUSES.reduce((sum, status) => sum + counts[status], 0);
  return (
    <Section title={t('subscribers.counts')}>
      <Facts
        items={[
          ...SUBSCRIBER_STATUSES.map(
            (status) =>
              [
                t(`subscribers.count.${status}`),
                <ListLink key={status} to={`/senders/${id}/subscribers`} search={{ status }} count={status}>
                  {number(counts[status])}
                </ListLink>,
              ] as const,
          ),
          [t('subscribers.count.all'), t('subscribers.count.of', { count: number(all), limit: number(limit) })],
        ]}
      />
    </Section>
  );
}
