import { Button, Group, SimpleGrid, Text, TextInput, Timeline } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type * as contract from '@volley/contract/back-office/messages.ts';
import type * as money from '@volley/contract/back-office/money/money.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { type SubmitEvent, useState } from 'react';
import { useStaffApi } from '../../api/use-api.ts';
import { Money } from '../../kit/amounts.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { Facts } from '../../kit/facts.tsx';
import { useFormat } from '../../kit/format.ts';
import { Hint } from '../../kit/hint.tsx';
import { channelName, operatorName } from '../../kit/operator-name.ts';
import { Page } from '../../kit/page.tsx';
import { Section } from '../../kit/section.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { useText } from '../../kit/text.tsx';
import { trafficName } from '../../kit/traffic-name.ts';
import { When } from '../../kit/when.tsx';
import type { traceSearch } from '../searches.ts';
import { PriceTrail } from './price-trail.tsx';

const route = getRouteApi('/back-office/bo/messages');
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const TONES = { CREATED: 'neutral', SENT: 'info', DELIVERED: 'good', FAILED: 'bad' } as const;

type Trace = ReplyOf<typeof contract.traceMessage>;

export function MessageTrace() {
  const t = useText();
  const { uuid }: ReturnType<typeof traceSearch> = route.useSearch();
  const navigate = route.useNavigate();
  const [typed, setTyped] = useState(uuid ?? '');
  const isUuid = UUID.test(typed.trim());
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isUuid) void navigate({ search: { uuid: typed.trim().toLowerCase() } });
  };
  return (
    <Page title={t('backOffice.nav.messages')} lead={<Hint>{t('backOffice.trace.hint')}</Hint>}>
      <form onSubmit={submit} role="search">
        <Group align="flex-end" gap="sm">
          <TextInput
            label={t('backOffice.trace.uuid')}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={typed.trim() !== '' && !isUuid && t('backOffice.trace.notUuid')}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            style={{ flex: '1 1 260px', maxWidth: 440 }}
          />
          <Button type="submit" disabled={!isUuid}>
            {t('backOffice.trace.find')}
          </Button>
        </Group>
      </form>
      {uuid === undefined || !UUID.test(uuid) ? (
        <EmptyState title={t('backOffice.trace.empty')} text={t('backOffice.trace.emptyHint')} />
      ) : (
        <Found uuid={uuid} />
      )}
    </Page>
  );
}

function Found({ uuid }: { readonly uuid: string }) {
  const params = { id: uuid };
  const trace = useStaffApi<typeof contract.traceMessage>(
    'GET /messages/{id}/trace',
    { params },
    { keepPrevious: false },
  );
  const price = useStaffApi<typeof money.explainPrice>('GET /messages/{id}/price', { params }, { keepPrevious: false });
  if (trace.error !== null) return <ErrorPanel error={trace.error} onRetry={() => void trace.refetch()} />;
  if (trace.data === undefined) return null;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Way trace={trace.data} />
      <Place trace={trace.data} />
      {price.data !== undefined && <PriceTrail trail={price.data} />}
    </SimpleGrid>
  );
}

function Way({ trace }: { readonly trace: Trace }) {
  const t = useText();
  const { duration } = useFormat();
  const steps = [
    ['backOffice.trace.created', trace.createdAt],
    ['backOffice.trace.sent', trace.sentAt],
    [trace.status === 'FAILED' ? 'backOffice.trace.failed' : 'backOffice.trace.delivered', trace.finalAt],
    ['backOffice.trace.read', trace.readAt],
  ] as const;
  const done = steps.filter(([, at]) => at !== null);
  const gap = (at: number) => {
    const [one, other] = [done[at - 1]?.[1], done[at]?.[1]];
    return one && other ? duration(Math.max(0, (Date.parse(other) - Date.parse(one)) / 1_000)) : undefined;
  };
  return (
    <Section title={t('backOffice.trace.way')}>
      <Timeline active={done.length} bulletSize={12} lineWidth={2}>
        {done.map(([text, at], place) => (
          <Timeline.Item key={text}>
            <Text size="sm">{t(text)}</Text>
            <Text size="xs" c="dimmed" component="div">
              <When at={at} as="dateTime" /> {place > 0 && `· + ${gap(place)}`}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
      <Group gap="xs" mt="md">
        <StatusBadge tone={TONES[trace.status]} label={t(`backOffice.message.${trace.status}`)} />
        {trace.errorCode !== null && (
          <Text size="sm">
            <ListLink to={`/errors/message/${trace.errorCode}`}>
              {t('backOffice.trace.error', { code: trace.errorCode })}
            </ListLink>
          </Text>
        )}
        {trace.providerCode !== null && (
          <Text size="sm">{t('backOffice.trace.providerCode', { code: trace.providerCode })}</Text>
        )}
      </Group>
    </Section>
  );
}

function Place({ trace }: { readonly trace: Trace }) {
  const t = useText();
  const { batch } = trace;
  return (
    <Section title={t('backOffice.trace.place')}>
      <Facts
        items={[
          [
            t('backOffice.column.company'),
            <ListLink key="company" to={`/bo/companies/${trace.companyId}`}>
              {trace.companyName}
            </ListLink>,
          ],
          [
            t('backOffice.trace.dispatch'),
            [trace.dispatchName, `#${trace.dispatchId}`].filter((part) => part !== '').join(' · '),
          ],
          [t('backOffice.column.name'), `${trace.senderName} · ${channelName(t, trace.channelType)}`],
          [t('backOffice.trace.number'), `…${trace.numberEnd}`],
          [
            t('backOffice.column.operator'),
            trace.operator === null ? t('backOffice.ops.unknownOperator') : operatorName(t, trace.operator),
          ],
          [t('backOffice.tariffs.parts'), trace.parts],
          [
            t('backOffice.ops.class'),
            `${trace.lane === null ? '—' : t(`backOffice.lane.${trace.lane}`)} · ${trafficName(t, trace.trafficType) ?? trace.trafficType}`,
          ],
          [
            t('backOffice.links.link'),
            batch === null
              ? (trace.linkName ?? t('backOffice.trace.noBatch'))
              : `${batch.linkName ?? '—'} · ${t(`backOffice.batch.${batch.state}`)}`,
          ],
          [t('backOffice.trace.price'), <Money key="price" amount={trace.price} />],
          [
            t('backOffice.trace.cost'),
            trace.cost === null ? t('backOffice.trace.costUnknown') : <Money key="cost" amount={trace.cost} />,
          ],
          [t('backOffice.trace.choice'), batch === null ? '—' : <Choice key="choice" batch={batch} />],
          [
            t('backOffice.trace.attempts'),
            batch === null
              ? '—'
              : t('backOffice.trace.tries', { attempt: batch.attempt, doubts: batch.doubts, hops: batch.hops }),
          ],
        ]}
      />
    </Section>
  );
}

/** Why the link was chosen, and the links that were passed over. */
function Choice({ batch }: { readonly batch: NonNullable<Trace['batch']> }) {
  const t = useText();
  const { chosenBy, passed } = batch;
  if (chosenBy === null) return t('backOffice.trace.unrouted');
  const reasons = passed.map(({ linkName, because }) => t(`backOffice.passed.${because}`, { link: linkName }));
  return [t(`backOffice.chosen.${chosenBy}`), ...reasons].join(' · ');
}
