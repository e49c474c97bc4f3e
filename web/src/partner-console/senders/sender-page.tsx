import { Button, Grid, Skeleton, Stack, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/senders.ts';
import { hasProviderTemplates } from '@volley/domain/links/provider-protocol.ts';
import { hasDevices, isSubscriberChannel } from '@volley/domain/subscribers/subscriber-channel.ts';
import { useApi } from '../../api/use-api.ts';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { Notice } from '../../kit/notice.tsx';
import { operatorName } from '../../kit/operator-name.ts';
import { Page } from '../../kit/page.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { useText } from '../../kit/text.tsx';
import { SenderAccount } from './sender-account.tsx';
import { SenderActions } from './sender-actions.tsx';
import type { SenderDetail } from './sender-detail.ts';
import { SenderDocuments } from './sender-documents.tsx';
import { SenderFacts } from './sender-facts.tsx';
import { SenderHistory } from './sender-history.tsx';
import { SenderStepper } from './sender-stepper.tsx';
import { SENDER_TONES } from './sender-tone.ts';

export function SenderPage() {
  const t = useText();
  const { id } = useParams({ from: '/partner-console/senders/$id' });
  const { data, error, refetch } = useApi<typeof contract.getSenderPage>(
    'GET /senders/{id}',
    { params: { id: Number(id) } },
    { refetchInterval: 15_000, keepPrevious: false },
  );
  if (data !== undefined) return <Shown sender={data} />;
  return (
    <Page title={t('senders.name')} back={{ to: '/senders', label: t('senders.title') }}>
      {error === null ? <Skeleton height={420} /> : <ErrorPanel error={error} onRetry={() => void refetch()} />}
    </Page>
  );
}

function Shown({ sender }: { readonly sender: SenderDetail }) {
  const t = useText();
  const { senderName, brand, status, suspended, suspendReason } = sender;
  return (
    <Page
      title={`${senderName} · ${operatorName(t, brand)}`}
      badge={
        <>
          <StatusBadge tone={SENDER_TONES[status]} label={t(`senders.status.${status}`)} />
          {suspended && <StatusBadge tone="warn" label={t('senders.suspended')} />}
        </>
      }
      back={{ to: '/senders', label: t('senders.title') }}
      actions={
        <>
          {isSubscriberChannel(sender.channelType) && (
            <PageButton
              id={sender.id}
              page="subscribers"
              label={t(hasDevices(sender.channelType) ? 'senders.devices' : 'senders.subscribers')}
            />
          )}
          {hasProviderTemplates(sender.channelType) && (
            <PageButton id={sender.id} page="templates" label={t('senders.templates')} />
          )}
          <SenderActions sender={sender} />
        </>
      }
    >
      {suspended && (
        <Notice tone="warn" title={t('senders.page.suspendedNotice')}>
          {suspendReason !== null && (
            <Text size="sm">
              {t('senders.page.reason')}: {suspendReason}
            </Text>
          )}
        </Notice>
      )}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            <SenderStepper sender={sender} />
            <SenderHistory sender={sender} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="lg">
            <SenderFacts sender={sender} />
            <SenderAccount id={sender.id} />
            <SenderDocuments sender={sender} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

type PageButtonProps = {
  readonly id: number;
  readonly page: 'subscribers' | 'templates';
  readonly label: string;
};

/** A further page of the sender name. */
function PageButton({ id, page, label }: PageButtonProps) {
  const address = { to: `/senders/$id/${page}`, params: { id: String(id) } } as const;
  return (
    <Button variant="default" renderRoot={(props) => <Link {...props} {...address} />}>
      {label}
    </Button>
  );
}
