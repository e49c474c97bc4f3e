import { Anchor, Blockquote, List, Text, Timeline } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { SENDER_STATUSES } from '@volley/domain/senders/sender-status.ts';
import { Money } from '../../kit/amounts.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Section } from '../../kit/section.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import { STATUS_TEXT } from '../parts/sender-status.tsx';
import type { Review } from './card.ts';

const CHECKS = {
  'name-rule': 'backOffice.check.nameRule',
  'name-free': 'backOffice.check.nameFree',
  'name-unlike-others': 'backOffice.check.nameUnlike',
  documents: 'backOffice.check.documents',
  'still-valid': 'backOffice.check.stillValid',
} as const;

export function SenderFacts({ review }: { readonly review: Review }) {
  return (
    <>
      <Checks review={review} />
      <Form review={review} />
      <History review={review} />
    </>
  );
}

function Checks({ review: { checks, card } }: { readonly review: Review }) {
  const t = useText();
  return (
    <Section title={t('backOffice.review.checks')}>
      <List listStyleType="none" spacing={6} size="sm">
        {checks.map(({ check, passed }) => (
          <List.Item key={check}>
            <StatusBadge
              tone={passed ? 'good' : 'warn'}
              label={t(passed ? 'backOffice.check.passed' : 'backOffice.check.look')}
            />{' '}
            {t(CHECKS[check])}
          </List.Item>
        ))}
      </List>
      {card.similar.length > 0 && (
        <Text size="sm" mt="xs" component="div">
          {t('backOffice.review.similarTo')}
          <List size="sm">
            {card.similar.map(({ id, senderName, companyName }) => (
              <List.Item key={id}>
                <Anchor component={Link} to={`/bo/senders/${id}`} inherit>
                  {senderName}
                </Anchor>{' '}
                · {companyName}
              </List.Item>
            ))}
          </List>
        </Text>
      )}
    </Section>
  );
}

function Form({ review }: { readonly review: Review }) {
  const t = useText();
  const { card } = review;
  const validity = (
    <>
      <When at={review.dateFrom} as="dateTime" /> —{' '}
      {review.dateTo === null ? t('backOffice.review.endless') : <When at={review.dateTo} as="dateTime" />}
    </>
  );
  return (
    <Section title={t('backOffice.review.form')}>
      <Facts
        items={[
          [
            t('backOffice.column.company'),
            <Anchor key="company" component={Link} to={`/bo/companies/${card.companyId}`} inherit>
              {card.companyName}
            </Anchor>,
          ],
          [t('backOffice.column.counteragent'), `${card.counteragentName} · ${card.counteragentInn}`],
          [t('backOffice.column.partner'), card.partnerLogin],
          [t('backOffice.review.validity'), validity],
          [t('backOffice.review.registered'), <When key="registered" at={card.createdAt} />],
          [
            t('backOffice.review.fee'),
            review.fee === null ? t('backOffice.review.noFee') : <Money key="fee" amount={review.fee} />,
          ],
          [t('backOffice.review.proFee'), <Money key="brandFee" amount={review.brandFee} />],
          [t('backOffice.review.description'), review.description ?? '—'],
        ]}
      />
      {review.managerComment !== null && (
        <>
          <Text size="sm" fw={600} mt="sm">
            {t('backOffice.review.clientReads')}
          </Text>
          <Blockquote p="sm" mt={4} fz="sm" color="gray" style={{ whiteSpace: 'pre-wrap' }}>
            {review.managerComment}
          </Blockquote>
        </>
      )}
    </Section>
  );
}

function History({ review: { history, card } }: { readonly review: Review }) {
  const t = useText();
  const statusText = (name: string | null) => {
    const status = SENDER_STATUSES.find((one) => one === name);
    return status === undefined ? (name ?? '—') : t(STATUS_TEXT[status]);
  };
  return (
    <Section title={t('backOffice.review.history')}>
      <Timeline active={history.length} bulletSize={12} lineWidth={2}>
        {history.map(({ at, login, from, to, plan }) => (
          <Timeline.Item key={`${at} ${to}`}>
            <Text size="sm">
              {statusText(from)} → {statusText(to)}
              {plan !== null && ` · ${plan}`}
            </Text>
            <Text size="xs" c="dimmed" component="div">
              {login ?? t('backOffice.audit.command')} · <When at={at} />
            </Text>
          </Timeline.Item>
        ))}
        <Timeline.Item>
          <Text size="sm">{t('backOffice.review.registered')}</Text>
          <Text size="xs" c="dimmed" component="div">
            <When at={card.createdAt} />
          </Text>
        </Timeline.Item>
      </Timeline>
    </Section>
  );
}
