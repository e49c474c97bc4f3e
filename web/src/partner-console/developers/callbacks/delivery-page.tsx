import { Button, Code, Skeleton, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/callbacks.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { callApi } from '../../../api/call.ts';
import { useRight } from '../../../api/session.ts';
import { useApi } from '../../../api/use-api.ts';
import { CopyButton } from '../../../kit/copy-button.tsx';
import { confirmAction } from '../../../kit/dialog/confirm-action.tsx';
import { ErrorPanel } from '../../../kit/error-panel.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { useFormat } from '../../../kit/format.ts';
import { Page } from '../../../kit/page.tsx';
import { Section } from '../../../kit/section.tsx';
import { ListLink } from '../../../kit/table/list-link.tsx';
import { type Column, RecordTable } from '../../../kit/table/record-table.tsx';
import { useText } from '../../../kit/text.tsx';
import { useAct } from '../../../kit/use-act.ts';
import { When } from '../../../kit/when.tsx';
import { asCurl } from './curl.ts';
import { DeliveryState, useAnswer } from './delivery-state.tsx';

type Delivery = ReplyOf<typeof contract.getCallbackDelivery>;
type Attempt = Delivery['attempts'][number];

const REFRESH_MS = 5_000;
const route = getRouteApi('/partner-console/developers/callbacks/$id');

export function DeliveryPage() {
  const t = useText();
  const id = Number(route.useParams().id);
  const { data, error, refetch } = useApi<typeof contract.getCallbackDelivery>(
    'GET /callbacks/deliveries/{id}',
    { params: { id } },
    { refetchInterval: REFRESH_MS },
  );
  const back = { to: '/developers/callbacks', label: t('developers.callbacks.title') };
  return (
    <Page
      title={t('developers.delivery.title', { id: String(id) })}
      back={back}
      badge={data && <DeliveryState state={data.state} />}
      actions={data && <Actions delivery={data} />}
    >
      {data === undefined && error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={320} />}
      {data !== undefined && <Whole delivery={data} />}
    </Page>
  );
}

function Actions({ delivery }: { readonly delivery: Delivery }) {
  const t = useText();
  const act = useAct('console');
  const mayReplay = useRight('callbacks.replay');
  const { companyId, id, events, host, form } = delivery;
  const replay = async () => {
    const confirmed = await confirmAction({
      title: t('developers.delivery.replay.title', { count: events }),
      effect: t('developers.delivery.replay.effect', { host }),
      confirm: t('developers.delivery.replay'),
      cancel: t('developers.cancel'),
    });
    if (!confirmed) return;
    const body = { companyId, what: 'delivery' as const, deliveryId: id };
    const change = () => callApi<typeof contract.replayCallbacks>('POST /callbacks/replays', { body });
    const routes = ['GET /callbacks/deliveries/{id}', 'GET /callbacks/deliveries'];
    await act(change, { routes, done: t('developers.replay.done', { count: events }) });
  };
  return (
    <>
      <CopyButton value={asCurl(delivery)} label={t('developers.delivery.curl')} />
      {mayReplay && form === 'MESSAGING' && (
        <Button onClick={() => void replay()}>{t('developers.delivery.replay')}</Button>
      )}
    </>
  );
}

function Whole({ delivery }: { readonly delivery: Delivery }) {
  const t = useText();
  const { headers, body, response } = delivery;
  return (
    <>
      <Section title={t('developers.delivery.facts')}>
        <DeliveryFacts delivery={delivery} />
      </Section>
      <Section title={t('developers.delivery.request')}>
        <Code block tabIndex={0} role="region" aria-label={t('developers.delivery.headers')} mb="sm">
          {headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
        </Code>
        {body === null ? (
          <Text size="sm" c="dimmed">
            {t('developers.delivery.body.none')}
          </Text>
        ) : (
          <Code block tabIndex={0} role="region" aria-label={t('developers.delivery.body')} mah={420}>
            {JSON.stringify(body, null, 2)}
          </Code>
        )}
      </Section>
      <Section title={t('developers.delivery.response')}>
        {response === null || response === '' ? (
          <Text size="sm" c="dimmed">
            {t('developers.delivery.response.none')}
          </Text>
        ) : (
          <Code block tabIndex={0} role="region" aria-label={t('developers.delivery.response')} mah={320}>
            {response}
          </Code>
        )}
      </Section>
      <Attempts attempts={delivery.attempts} current={delivery.id} />
    </>
  );
}

function DeliveryFacts({ delivery }: { readonly delivery: Delivery }) {
  const t = useText();
  const { number } = useFormat();
  const answer = useAnswer();
  const { at, url, kinds, events, messageUuid, ms, nextTryAt, attemptsMade, attemptsMax, state } = delivery;
  return (
    <Facts
      items={[
        [t('developers.deliveries.at'), <When key="at" at={at} as="dateTime" />],
        [
          t('developers.targets.address'),
          <span key="url" style={{ wordBreak: 'break-all' }}>
            {url}
          </span>,
        ],
        [
          t('developers.deliveries.events'),
          `${kinds.join(', ')} · ${t('developers.deliveries.count', { count: events })}`,
        ],
        ...(messageUuid === null
          ? []
          : ([
              [
                t('developers.delivery.message'),
                <ListLink key="m" to={`/messages/${messageUuid}`}>
                  {messageUuid}
                </ListLink>,
              ],
            ] as const)),
        [t('developers.deliveries.answer'), `${answer(delivery)} · ${t('developers.ms.value', { ms: number(ms) })}`],
        ...(state === 'retrying' && nextTryAt !== null
          ? ([
              [
                t('developers.delivery.next'),
                <span key="next">
                  <When at={nextTryAt} /> ·{' '}
                  {t('developers.delivery.next.count', { made: number(attemptsMade + 1), max: number(attemptsMax) })}
                </span>,
              ],
            ] as const)
          : []),
      ]}
    />
  );
}

function Attempts({ attempts, current }: { readonly attempts: readonly Attempt[]; readonly current: number }) {
  const t = useText();
  const { number } = useFormat();
  const answer = useAnswer();
  const columns: readonly Column<Attempt>[] = [
    {
      key: 'attempt',
      head: t('developers.deliveries.attempt'),
      // In a column of its own, so that a finger meets the link and not the time beside it.
      cell: ({ id, attempt }) =>
        id === current ? (
          number(attempt)
        ) : (
          <ListLink to={`/developers/callbacks/${id}`}>{`${number(attempt)} · #${id}`}</ListLink>
        ),
      width: 160,
    },
    { key: 'at', head: t('developers.deliveries.at'), cell: ({ at }) => <When at={at} as="dateTime" /> },
    { key: 'answer', head: t('developers.deliveries.answer'), cell: (row) => answer(row) },
    {
      key: 'ms',
      head: t('developers.ms'),
      align: 'right',
      cell: ({ ms }) => t('developers.ms.value', { ms: number(ms) }),
    },
  ];
  return (
    <Section title={t('developers.delivery.attempts')} flush>
      <RecordTable<Attempt>
        label={t('developers.delivery.attempts')}
        columns={columns}
        rows={attempts}
        rowKey={({ id }) => id}
        empty={null}
      />
    </Section>
  );
}
