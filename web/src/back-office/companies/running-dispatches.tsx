import { Stack, Text } from '@mantine/core';
import { SegmentedBar } from '../../kit/chart/segmented-bar.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { channelName } from '../../kit/operator-name.ts';
import { Section } from '../../kit/section.tsx';
import { useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import type { Activity } from './company.ts';

type Running = Activity['running'][number];

export function RunningDispatches({ running }: { readonly running: readonly Running[] | undefined }) {
  const t = useText();
  return (
    <Section title={t('backOffice.company.running')}>
      {running?.length === 0 && <EmptyState title={t('backOffice.company.noRunning')} />}
      <Stack gap="md">
        {running?.map((dispatch) => (
          <div key={dispatch.id}>
            <Text size="sm" fw={600}>
              {dispatch.name}{' '}
              <Text component="span" size="xs" c="dimmed" fw={400}>
                {channelName(t, dispatch.channelType)} · #{dispatch.id} · <When at={dispatch.startedAt} />
              </Text>
            </Text>
            <SegmentedBar label={dispatch.name} segments={segmentsOf(dispatch, t)} />
          </div>
        ))}
      </Stack>
    </Section>
  );
}

/** The four states add up to the accepted messages. */
function segmentsOf({ accepted, sent, delivered, failed, unsent }: Running, t: ReturnType<typeof useText>) {
  const withOperator = sent - delivered - (failed - unsent);
  return [
    { key: 'delivered', label: t('backOffice.count.delivered'), value: delivered, look: 'delivered' },
    { key: 'withOperator', label: t('backOffice.count.withOperator'), value: withOperator, look: 'withOperator' },
    { key: 'failed', label: t('backOffice.count.failed'), value: failed, look: 'failed' },
    {
      key: 'queued',
      label: t('backOffice.count.queued'),
      value: accepted - delivered - failed - withOperator,
      look: 'queued',
    },
  ] as const;
}
