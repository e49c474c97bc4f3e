import { Text } from '@mantine/core';
import type * as companies from '@volley/contract/partner/companies.ts';
import { usePartnerApi } from '../../../api/use-api.ts';
import { Money } from '../../../kit/amounts.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { useFormat } from '../../../kit/format.ts';
import { channelName, operatorName } from '../../../kit/operator-name.ts';
import { Section } from '../../../kit/section.tsx';
import { useText } from '../../../kit/text.tsx';
import { NextMoment } from '../cost/time-choice.tsx';
import { partsWords } from '../parts-words.ts';
import { rangesOf } from '../ranges.ts';
import type { StepProps } from '../step-props.ts';
import { useNames } from '../text/sender-choice.tsx';

/** All effects of the start on one screen. */
export function ReviewFacts({ draft, file, text, estimate }: StepProps) {
  const t = useText();
  const { number } = useFormat();
  const { data: list } = usePartnerApi<typeof companies.listCompanies>('GET /company', {
    query: { page: 1, per_page: 1000 },
  });
  const company = list?.items.find(({ companyId }) => companyId === draft.companyId)?.name ?? '';
  const price = estimate.result?.price;
  const leftOut = (estimate.result?.refused ?? []).reduce((sum, { count }) => sum + count, 0);
  const skipped = (file.scan?.bad ?? 0) + (draft.keepDuplicates ? 0 : (file.scan?.duplicates ?? 0)) + leftOut;
  return (
    <Section title={t('newDispatch.review')}>
      <Facts
        items={[
          [t('newDispatch.name'), draft.name],
          [t('newDispatch.company'), company],
          [
            t('newDispatch.review.to'),
            t('newDispatch.review.people', { count: price?.messages ?? 0, channel: channelName(t, draft.channelType) }),
          ],
          ...(skipped > 0 ? [[t('newDispatch.review.skipped'), number(skipped)] as const] : []),
          [t('newDispatch.senders'), <SenderWords key="s" draft={draft} />],
          [t('newDispatch.review.parts'), text.shown === undefined ? '' : partsWords(t, text.shown)],
          [t('newDispatch.reserve'), <Money key="m" amount={price?.total} />],
          [t('newDispatch.time'), <NextMoment key="n" timing={draft.timing} />],
          ...(draft.timing.mode === 'window'
            ? [[t('newDispatch.review.window'), <WindowWords key="w" draft={draft} />] as const]
            : []),
        ]}
      />
    </Section>
  );
}

function SenderWords({ draft }: Pick<StepProps, 'draft'>) {
  const t = useText();
  const { data } = useNames(draft.companyId);
  const chosen = data?.senders.filter(({ id }) => draft.senderIds.includes(id)) ?? [];
  const byName = Map.groupBy(chosen, ({ senderName }) => senderName);
  return Array.from(byName, ([name, senders]) => (
    <Text key={name} size="sm" inherit>
      <b>{name}</b> — {senders.map(({ brand }) => operatorName(t, brand)).join(', ')}
    </Text>
  ));
}

function WindowWords({ draft }: Pick<StepProps, 'draft'>) {
  const t = useText();
  const { hours, days } = draft.timing;
  // Weekdays are numbered 1 to 7.
  const day = (at: number) => t(`newDispatch.dayShort.${at as 1}`);
  const words = rangesOf(days).map(([from, to]) => (from === to ? day(from) : `${day(from)}–${day(to)}`));
  const times = rangesOf(hours).map(([from, to]) => `${from}:00–${to + 1}:00`);
  return (
    <>
      {words.join(', ')} · {times.join(', ')}
    </>
  );
}
