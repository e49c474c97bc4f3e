import { Blockquote } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { Facts } from '../../kit/facts.tsx';
import { useFormat } from '../../kit/format.ts';
import { channelName } from '../../kit/operator-name.ts';
import { Section } from '../../kit/section.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { type Text, useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import { language } from '../../texts/language.ts';
import type { DispatchShown } from './dispatch-shapes.ts';
import { daysText, hoursText, isAlways } from './sending-hours.ts';

export const DispatchFacts = memo(function DispatchFacts({ dispatch }: { readonly dispatch: DispatchShown }) {
  const t = useText();
  const { number } = useFormat();
  const { company, channelType, senderNames, parts, rate, createdAt, progress, kind } = dispatch;
  const items: (readonly [string, ReactNode])[] = [
    [
      t('dispatches.fact.company'),
      <ListLink key="c" to={`/companies/${company.id}`}>
        {company.name}
      </ListLink>,
    ],
    [t('dispatches.fact.channel'), `${channelName(t, channelType)} · ${t(`dispatches.kind.${kind}`)}`],
    [t('dispatches.fact.senders'), senderNames.join(', ')],
    [t('dispatches.fact.parts'), number(parts)],
    [t('dispatches.fact.window'), windowText(t, dispatch)],
    ...(rate === null
      ? []
      : [[t('dispatches.fact.rate'), t(`dispatches.rateTerm.${rate.rateTerm}`, { rate: number(rate.rate) })] as const]),
    [t('dispatches.fact.created'), <When key="w" at={createdAt} as="dateTime" />],
    ...startFact(t, dispatch),
    [t('dispatches.fact.started'), <When key="s" at={progress.startedAt} as="dateTime" />],
    [t('dispatches.fact.ended'), <When key="e" at={progress.endedAt} as="dateTime" />],
  ];
  return (
    <Section title={t('dispatches.facts')}>
      <Blockquote p="sm" mb="md" fz="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {dispatch.text}
      </Blockquote>
      <Facts items={items} />
    </Section>
  );
});

function startFact(t: Text, { startAt, localSendTime }: DispatchShown): (readonly [string, ReactNode])[] {
  if (startAt !== null) return [[t('dispatches.fact.startAt'), <When key="a" at={startAt} as="dateTime" />]];
  return localSendTime === null ? [] : [[t('dispatches.fact.startAt'), localSendTime]];
}

function windowText(t: Text, { hours, days, useLocalTime }: DispatchShown): string {
  if (isAlways(hours, days)) return t('dispatches.window.always');
  const parts = [days.length === 0 ? '' : daysText(days, language()), hours.length === 0 ? '' : hoursText(hours)];
  const clock = t(useLocalTime ? 'dispatches.window.local' : 'dispatches.window.moscow');
  return [...parts.filter((part) => part !== ''), clock].join(', ');
}
