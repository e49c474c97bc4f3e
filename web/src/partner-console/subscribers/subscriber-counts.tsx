import { Facts } from '../../kit/facts.tsx';
import { useFormat } from '../../kit/format.ts';
import { Section } from '../../kit/section.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { useText } from '../../kit/text.tsx';
import type { SubscriberList } from './subscriber-list.ts';
import { statusesOf } from './subscriber-statuses.ts';

/** Each number opens the list of exactly these subscribers. */
export function SubscriberCounts({ id, list }: { readonly id: number; readonly list: SubscriberList }) {
  const t = useText();
  const { number } = useFormat();
  const { channelType, counts, limit } = list;
  const statuses = statusesOf(channelType);
  const all = statuses.reduce((sum, status) => sum + counts[status], 0);
  return (
    <Section title={t('subscribers.counts')}>
      <Facts
        items={[
          ...statuses.map(
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
