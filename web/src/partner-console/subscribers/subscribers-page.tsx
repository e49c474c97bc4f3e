// The subscribers of a bot: counts, the link that invites people, upload from a file, and the list.
import { Grid, Skeleton, Stack } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/subscribers.ts';
import { hasDevices } from '@volley/domain/subscribers/subscriber-channel.ts';
import { useRight } from '../../api/session.ts';
import { useApi } from '../../api/use-api.ts';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { Hint } from '../../kit/hint.tsx';
import { channelName } from '../../kit/operator-name.ts';
import { Page } from '../../kit/page.tsx';
import { useText } from '../../kit/text.tsx';
import { Invite } from './invite.tsx';
import { SubscriberCounts } from './subscriber-counts.tsx';
import type { SubscriberList } from './subscriber-list.ts';
import { PER_PAGE, SubscriberTable } from './subscriber-table.tsx';
import { UploadPanel } from './upload/upload-panel.tsx';

export function SubscribersPage() {
  const t = useText();
  const { id } = useParams({ from: '/partner-console/senders/$id/subscribers' });
  const { number, subscriber, status, page = 1 } = useSearch({ from: '/partner-console/senders/$id/subscribers' });
  const { data, error, refetch } = useApi<typeof contract.listBotSubscribers>('GET /senders/{id}/subscribers', {
    params: { id: Number(id) },
    query: {
      destination: number,
      subscriberId: subscriber,
      status: status === undefined ? undefined : [status],
      page,
      perPage: PER_PAGE,
    },
  });
  if (data !== undefined) return <Shown key={id} id={Number(id)} list={data} />;
  return (
    <Page title={t('subscribers.title')} back={{ to: `/senders/${id}`, label: t('subscribers.back') }}>
      {error === null ? <Skeleton height={420} /> : <ErrorPanel error={error} onRetry={() => void refetch()} />}
    </Page>
  );
}

function Shown({ id, list }: { readonly id: number; readonly list: SubscriberList }) {
  const t = useText();
  const mayWrite = useRight('senders.write');
  const { senderName, channelType } = list;
  const lead = hasDevices(channelType)
    ? t('subscribers.lead.app')
    : t('subscribers.lead', { channel: channelName(t, channelType) });
  return (
    <Page
      title={t(hasDevices(channelType) ? 'subscribers.of.app' : 'subscribers.of', { name: senderName })}
      back={{ to: `/senders/${id}`, label: senderName }}
      lead={<Hint>{lead}</Hint>}
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 4 }} order={{ base: 1, md: 2 }}>
          <Stack gap="lg">
            <SubscriberCounts id={id} list={list} />
            {mayWrite && <UploadPanel senderId={id} channelType={channelType} />}
            <Invite id={id} channelType={channelType} senderName={senderName} mayWrite={mayWrite} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 8 }} order={{ base: 2, md: 1 }}>
          <SubscriberTable id={id} list={list} mayWrite={mayWrite} />
        </Grid.Col>
      </Grid>
    </Page>
  );
}
