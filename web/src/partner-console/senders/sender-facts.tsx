import { Group, Stack } from '@mantine/core';
import { Money } from '../../kit/amounts.tsx';
import { Facts } from '../../kit/facts.tsx';
import { useFormat } from '../../kit/format.ts';
import { Hint } from '../../kit/hint.tsx';
import { channelName, operatorName } from '../../kit/operator-name.ts';
import { Section } from '../../kit/section.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import { lastDayOf } from './sender-dates.ts';
import type { SenderDetail } from './sender-detail.ts';
import { SENDER_TONES } from './sender-tone.ts';

export function SenderFacts({ sender }: { readonly sender: SenderDetail }) {
  const t = useText();
  const { date, money, month: nameOf } = useFormat();
  const { companyId, companyName, fee, dateTo, fees } = sender;
  return (
    <Section title={t('senders.page.facts')}>
      <Facts
        items={[
          [
            t('senders.company'),
            <ListLink key="company" to={`/companies/${companyId}`}>
              {companyName}
            </ListLink>,
          ],
          [t('senders.channel'), channelName(t, sender.channelType)],
          [t('senders.operator'), operatorName(t, sender.brand)],
          [t('senders.page.type'), t(`kit.purpose.${sender.commonType}`)],
          [t('senders.status'), t(sender.usable ? 'senders.usable' : 'senders.unusable')],
          [t('senders.page.since'), <When key="since" at={sender.statusSince} />],
          [t('senders.page.from'), date(sender.dateFrom)],
          [t('senders.page.to'), dateTo === null ? t('senders.page.openEnded') : date(lastDayOf(dateTo))],
          [t('senders.page.fee'), fee === null ? t('senders.page.noFee') : t('senders.cell.fee', { fee: money(fee) })],
          ...fees
            .slice(0, 3)
            .map(
              ({ month, amount }) =>
                [`${t('senders.page.charges')}: ${nameOf(month)}`, <Money key={month} amount={amount} />] as const,
            ),
        ]}
      />
      <Stack gap="xs" mt="sm">
        <Hint>{t('senders.page.running', { count: sender.runningDispatches })}</Hint>
        <Siblings sender={sender} />
      </Stack>
    </Section>
  );
}

function Siblings({ sender: { siblings } }: { readonly sender: SenderDetail }) {
  const t = useText();
  if (siblings.length === 0) return null;
  return (
    <div>
      <Hint>{t('senders.page.siblings')}</Hint>
      <Group gap="sm" mt={4}>
        {siblings.map(({ id, brand, status }) => (
          <Group key={id} gap={6}>
            <ListLink to={`/senders/${id}`}>{operatorName(t, brand)}</ListLink>
            <StatusBadge tone={SENDER_TONES[status]} label={t(`senders.status.${status}`)} />
          </Group>
        ))}
      </Group>
    </div>
  );
}
