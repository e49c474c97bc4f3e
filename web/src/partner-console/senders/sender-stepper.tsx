import { Stack, Text, VisuallyHidden } from '@mantine/core';
import { useFormat } from '../../kit/format.ts';
import { Notice } from '../../kit/notice.tsx';
import { Section } from '../../kit/section.tsx';
import { useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import type { SenderDetail } from './sender-detail.ts';
import classes from './sender-steps.module.css';
import { senderSteps } from './sender-steps.ts';

const MARKS = { done: '✓', now: '●', ahead: '' } as const;

/** The progress of a request, the side that acts next, and its comment. */
export function SenderStepper({ sender }: { readonly sender: SenderDetail }) {
  const t = useText();
  return (
    <Section title={t('senders.page.steps')}>
      <Stack gap="md">
        <NextWords sender={sender} />
        {sender.managerComment !== null && (
          <Notice tone="warn" title={t('senders.page.comment')}>
            {sender.managerComment}
          </Notice>
        )}
        <ol className={classes['steps']}>
          {senderSteps(sender.status, sender.history).map(({ status, place, at }) => (
            <li
              key={status}
              className={classes['step']}
              data-place={place}
              aria-current={place === 'now' ? 'step' : undefined}
            >
              <span className={classes['mark']} aria-hidden="true">
                {MARKS[place]}
              </span>
              <span className={classes['name']}>{t(`senders.status.${status}`)}</span>
              {place === 'now' && <VisuallyHidden> ({t('senders.page.now')})</VisuallyHidden>}
              {at !== undefined && (
                <Text size="xs" c="dimmed" component="div">
                  <When at={at} as="dateTime" />
                </Text>
              )}
            </li>
          ))}
        </ol>
      </Stack>
    </Section>
  );
}

function NextWords({ sender }: { readonly sender: SenderDetail }) {
  const t = useText();
  const words = useNextWords(sender);
  return (
    <div>
      <Text fw={640}>
        {sender.turn === 'nobody'
          ? t(sender.usable ? 'senders.usable' : 'senders.unusable')
          : t(`senders.turn.said.${sender.turn}`)}
      </Text>
      <Text size="sm" c="dimmed">
        {words}
      </Text>
    </div>
  );
}

function useNextWords({ status, turn, usable, suspended, dateFrom }: SenderDetail): string {
  const t = useText();
  const { date } = useFormat();
  if (turn === 'partner') return t(`senders.page.next.partner.${status === 'REJECTED' ? 'REJECTED' : 'DRAFT'}`);
  if (turn !== 'nobody') return t(`senders.page.next.${turn}`);
  if (status === 'DENIED' || status === 'CLOSED') return t(`senders.page.next.${status}`);
  if (status === 'APPROVED') return t(suspended ? 'senders.page.suspendedNotice' : 'senders.page.next.APPROVED');
  const isWaiting = status === 'AWAITING' && !usable;
  return isWaiting ? t('senders.page.next.AWAITING', { date: date(dateFrom) }) : t('senders.page.next.auto');
}
