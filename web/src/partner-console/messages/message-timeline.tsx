import { Text } from '@mantine/core';
import { useFormat } from '../../kit/format.ts';
import { Section } from '../../kit/section.tsx';
import { type Text as Say, useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import { ReasonLink } from '../dispatches/reason-link.tsx';
import type { MessageCard } from './message-card.ts';
import classes from './message-timeline.module.css';

type Step = MessageCard['timeline'][number];

const TONES: Readonly<Record<Step['step'], string>> = {
  created: 'neutral',
  queued: 'neutral',
  sent: 'info',
  delivered: 'good',
  failed: 'bad',
  read: 'good',
  unread: 'neutral',
  click: 'good',
};

export function MessageTimeline({ card }: { readonly card: MessageCard }) {
  const t = useText();
  return (
    <Section title={t('messages.timeline')}>
      <ol className={classes['steps']}>
        {card.timeline.map((step) => (
          <Happened key={`${step.step} ${step.detail ?? ''}`} step={step} />
        ))}
        {card.state === 'queued' && <Coming text={t('messages.coming.sent')} />}
        {card.state === 'withOperator' && <Coming text={t('messages.coming.receipt')} />}
      </ol>
    </Section>
  );
}

function Happened({ step: { step, at, gapMs, detail } }: { readonly step: Step }) {
  const t = useText();
  const { duration } = useFormat();
  return (
    <li className={classes['step']} data-tone={TONES[step]}>
      <div className={classes['line']}>
        <Text size="sm" fw={600}>
          {t(`messages.step.${step}`)}
        </Text>
        <Text size="sm" component="div" c="dimmed">
          <When at={at} as="dateTime" />
        </Text>
      </div>
      {gapMs !== null && (
        <Text size="xs" c="dimmed">
          {gapText(t, gapMs, duration)}
        </Text>
      )}
      {step === 'failed' && detail !== null && (
        <Text size="sm">
          <ReasonLink errorCode={Number(detail)} />
        </Text>
      )}
      {step === 'click' && detail !== null && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {detail}
        </Text>
      )}
    </li>
  );
}

/** Below a tenth of a second in milliseconds, otherwise seconds would show 0. */
function gapText(t: Say, gapMs: number, duration: (seconds: number) => string): string {
  if (gapMs === 0) return t('messages.gap.none');
  return gapMs < 100 ? t('messages.gap.ms', { ms: gapMs }) : t('messages.gap', { gap: duration(gapMs / 1_000) });
}

function Coming({ text }: { readonly text: string }) {
  return (
    <li className={classes['step']} data-tone="coming">
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    </li>
  );
}
