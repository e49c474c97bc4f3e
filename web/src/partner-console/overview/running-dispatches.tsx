import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { SegmentedBar } from '../../kit/chart/segmented-bar.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { useFormat } from '../../kit/format.ts';
import { Section } from '../../kit/section.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import type { OverviewReply } from './overview-reply.ts';

type Running = OverviewReply['running'];

export function RunningDispatches({ running: { total, items } }: { readonly running: Running }) {
  const t = useText();
  const { number } = useFormat();
  const all = total > 0 && (
    <ListLink to="/dispatches" search={{ status: 'STARTED' }} count="running">
      {t('overview.running.all', { count: total, shown: number(total) })}
    </ListLink>
  );
  return (
    <Section title={t('overview.running')} actions={all}>
      {items.length === 0 ? (
        <EmptyState title={t('overview.running.none')} text={t('overview.running.noneText')} />
      ) : (
        <Stack gap="md" mt={4}>
          {items.map((dispatch) => (
            <RunningDispatch key={dispatch.id} dispatch={dispatch} />
          ))}
        </Stack>
      )}
    </Section>
  );
}

function RunningDispatch({ dispatch }: { readonly dispatch: Running['items'][number] }) {
  const t = useText();
  const { number, percent } = useFormat();
  const { id, name, companyName, startedAt, accepted, queued, withOperator, delivered, failed } = dispatch;
  const ended = delivered + failed;
  const segments = [
    { key: 'delivered', label: t('overview.state.delivered'), value: delivered, look: 'delivered' },
    { key: 'withOperator', label: t('overview.state.withOperator'), value: withOperator, look: 'withOperator' },
    { key: 'failed', label: t('overview.state.failed'), value: failed, look: 'failed' },
    { key: 'queued', label: t('overview.state.queued'), value: queued, look: 'queued' },
  ] as const;
  return (
    <div>
      <Group justify="space-between" gap="xs" wrap="nowrap" mb={4}>
        <Text truncate>
          <Anchor renderRoot={(props) => <Link {...props} to={`/dispatches/${id}` as '/'} />} fw={600}>
            {name}
          </Anchor>
        </Text>
        <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
          {t('overview.running.ended', { ended: number(ended), total: number(accepted) })}{' '}
          <b>{percent(accepted === 0 ? 0 : ended / accepted)}</b>
        </Text>
      </Group>
      <SegmentedBar slim label={name} segments={segments} />
      <Text size="xs" c="dimmed" mt={4}>
        {companyName} · <When at={startedAt} />
      </Text>
    </div>
  );
}
