import { SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type * as ops from '@volley/contract/back-office/delivery/ops.ts';
import type * as review from '@volley/contract/back-office/moderation/review.ts';
import type * as templates from '@volley/contract/back-office/moderation/templates.ts';
import { REVIEWED_STATUSES } from '@volley/domain/senders/sender-review.ts';
import { useCapability, useSession } from '../../api/session.ts';
import { useStaffApi } from '../../api/use-api.ts';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { Facts } from '../../kit/facts.tsx';
import { useFormat } from '../../kit/format.ts';
import { Hint } from '../../kit/hint.tsx';
import { Page } from '../../kit/page.tsx';
import { Section } from '../../kit/section.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { BarTable } from '../../kit/table/bar-table.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { useText } from '../../kit/text.tsx';
import { backOfficeNavigation } from '../navigation.ts';
import { STATUS_TEXT } from '../parts/sender-status.tsx';
import classes from './staff-home.module.css';

const AGAIN_MS = 30_000;

/** Work waiting for the signed-in person; each section needs the right to act on it. */
export function StaffHome() {
  const t = useText();
  const { name } = useSession();
  const mayReview = useCapability('senders.read');
  const mayWatch = useCapability('links.read');
  return (
    <Page title={t('backOffice.nav.home')} lead={<Hint>{t('backOffice.home.hint', { name })}</Hint>}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        {mayReview && <ReviewQueue />}
        {mayWatch && <Health />}
      </SimpleGrid>
      <Places />
    </Page>
  );
}

function ReviewQueue() {
  const t = useText();
  const senders = useStaffApi<typeof review.reviewSenders>(
    'GET /review/senders',
    { query: { perPage: 1, status: [...REVIEWED_STATUSES] } },
    { refetchInterval: AGAIN_MS },
  );
  const waiting = useStaffApi<typeof templates.listTemplates>('GET /templates', {
    query: { perPage: 1, status: ['INTERNAL_REVIEW'] },
  });
  const countOf = (status: string) => senders.data?.counts.find((one) => one.status === status)?.count ?? 0;
  return (
    <Section title={t('backOffice.home.queue')}>
      {senders.error !== null && <ErrorPanel error={senders.error} onRetry={() => void senders.refetch()} />}
      {senders.data !== undefined && (
        <BarTable
          label={t('backOffice.home.queue')}
          heads={[t('backOffice.column.status'), t('backOffice.home.count')]}
          bars={[
            ...REVIEWED_STATUSES.map((status) => ({
              key: status,
              label: t(STATUS_TEXT[status]),
              value: countOf(status),
              link: { to: '/bo/senders', search: { view: 'table', status } },
            })),
            {
              key: 'templates',
              label: t('backOffice.home.templates'),
              value: waiting.data?.total ?? 0,
              link: { to: '/bo/templates' },
            },
          ]}
        />
      )}
      <Text size="sm" mt="sm">
        <ListLink to="/bo/senders">{t('backOffice.home.toBoard')}</ListLink>
      </Text>
    </Section>
  );
}

function Health() {
  const t = useText();
  const { number, duration } = useFormat();
  const { data, error, refetch } = useStaffApi<typeof ops.getOps>('GET /ops', {}, { refetchInterval: AGAIN_MS });
  if (data === undefined)
    return (
      <Section title={t('backOffice.home.health')}>
        {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      </Section>
    );
  const { links, callbacks, running, latency, instances } = data.now;
  const down = links.filter(({ enabled, bound }) => enabled && !bound);
  const failing = callbacks.filter(({ failingSince }) => failingSince !== null);
  return (
    <Section title={t('backOffice.home.health')}>
      <Facts
        items={[
          [
            t('backOffice.links.title'),
            <StatusBadge
              key="links"
              tone={down.length === 0 ? 'good' : 'bad'}
              label={t('backOffice.home.links', { up: links.length - down.length, total: links.length })}
            />,
          ],
          [
            t('backOffice.ops.callbacks'),
            <StatusBadge
              key="callbacks"
              tone={failing.length === 0 ? 'good' : 'warn'}
              label={t('backOffice.home.failing', { count: failing.length })}
            />,
          ],
          [t('backOffice.ops.queued'), number(running.queued)],
          [t('backOffice.ops.receipts'), latency.p50 === null ? '—' : duration(latency.p50)],
          [t('backOffice.ops.instances'), number(instances.filter(({ isAlive }) => isAlive).length)],
        ]}
      />
      <Text size="sm" mt="sm">
        <ListLink to="/bo/ops">{t('backOffice.home.toOps')}</ListLink>
      </Text>
    </Section>
  );
}

function Places() {
  const t = useText();
  const { capabilities } = useSession();
  const open = backOfficeNavigation.filter(
    ({ to, capability }) => to !== '/bo' && (capability === undefined || capabilities.includes(capability)),
  );
  return (
    <Section title={t('backOffice.home.places')}>
      <ul className={classes['places']}>
        {open.map(({ to, textId }) => (
          <li key={to}>
            <Link to={to} className={classes['place'] ?? ''}>
              {t(textId)}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
