// Collects the figures of the cell: its open work every time, slow figures every thirty seconds. One process per cell
// calls it. All statements of a call share one connection; the broker is asked outside the transaction.
import { read, type Tx } from '../../../platform/database/database.ts';
import type { Figure } from '../../../platform/metrics/figure-names.ts';
import type { Platform } from '../../../platform/platform.ts';
import { countLinks, countUnlinked } from '../ops/link-gauges.sql.ts';
import { countMarginWaits } from '../ops/margin-waits.sql.ts';
import { selectEnded, selectSampleShare } from '../ops/ops-sample.sql.ts';
import {
  selectCallbacks,
  selectDueSteps,
  selectFailingHosts,
  selectInbox,
  selectReceipts,
} from './backlog-figures.sql.ts';
import {
  age,
  auditFigures,
  batchFigures,
  channelFigures,
  figure,
  horizonFigures,
  hostFigures,
  laneFigures,
  linkFigures,
  moneyFigures,
  resultFigures,
  roleFigures,
} from './figure-lists.ts';
import { selectBatches, selectLanes, selectLinks, selectOpenMessages, selectRoles } from './queue-figures.sql.ts';
import { selectEngineEvents, selectHorizons, selectLastAudit, selectMoney } from './slow-figures.sql.ts';

const SLOW_MS = 30_000;
const RECENT_MS = 300_000;

type Needs = Pick<Platform, 'db' | 'bus' | 'config'>;

export type FigureCollector = { collect(): Promise<readonly Figure[]> };

export function openFigureCollector({ db, bus, config }: Needs): FigureCollector {
  let slow: { readonly atMs: number; readonly figures: readonly Figure[] } | undefined;
  let inbox: { readonly oldestId: bigint; readonly seenAtMs: number } | undefined;

  /** Rows of the inbox have no time: the age is the time for which the same row has been the oldest. */
  const inboxAge = (oldestId: bigint | null): number => {
    const nowMs = performance.now();
    if (oldestId === null) inbox = undefined;
    else if (inbox?.oldestId !== oldestId) inbox = { oldestId, seenAtMs: nowMs };
    return inbox === undefined ? 0 : (nowMs - inbox.seenAtMs) / 1_000;
  };
  const readSlowly = async (tx: Tx): Promise<readonly Figure[]> => {
    const nowMs = performance.now();
    if (slow === undefined || nowMs - slow.atMs >= SLOW_MS) slow = { atMs: nowMs, figures: await readSlow(tx) };
    return slow.figures;
  };

  return {
    collect: async () => {
      const startedAtMs = performance.now();
      const figures = await read(db, async (tx) => {
        const { rows, oldestId } = await selectInbox(tx);
        return [
          ...(await readQueue(tx)),
          ...(await readBacklogs(tx)),
          figure('volley_event_inbox_rows', rows),
          age('volley_event_inbox_oldest_seconds', inboxAge(oldestId)),
          ...auditFigures(await selectLastAudit(tx), config.auditSeconds),
          ...(await readSlowly(tx)),
        ];
      });
      const pending = await bus.pending().catch(() => []);
      return [
        ...figures,
        ...pending.flatMap(({ stream, messages, bytes }) => [
          figure('volley_bus_pending_messages', messages, { stream }),
          figure('volley_bus_pending_bytes', bytes, { stream }),
        ]),
        figure('volley_leader', 1),
        figure('volley_collect_seconds', (performance.now() - startedAtMs) / 1_000),
      ];
    },
  };
}

async function readQueue(tx: Tx): Promise<Figure[]> {
  const batches = await selectBatches(tx);
  const { queued, withOperator } = await selectOpenMessages(tx);
  return [
    ...laneFigures(await selectLanes(tx)),
    figure('volley_open_messages', queued, { state: 'queued' }),
    figure('volley_open_messages', withOperator, { state: 'with_operator' }),
    ...batchFigures(batches),
    ...linkFigures(await selectLinks(tx), batches),
    ...channelFigures(await countLinks(tx)),
    ...(await countUnlinked(tx)).map(({ channelType: channel, messages }) =>
      figure('volley_unlinked_messages', messages, { channel }),
    ),
    ...(await countMarginWaits(tx)).map(({ channelType: channel, messages }) =>
      figure('volley_margin_waiting_messages', messages, { channel }),
    ),
    ...roleFigures(await selectRoles(tx)),
  ];
}

async function readBacklogs(tx: Tx): Promise<Figure[]> {
  const { waiting, oldestSeconds, unmatched } = await selectReceipts(tx);
  const { cascadeSeconds, planSeconds } = await selectDueSteps(tx);
  return [
    figure('volley_receipts_waiting', waiting),
    age('volley_receipts_oldest_seconds', oldestSeconds),
    figure('volley_receipts_unmatched', unmatched),
    ...(await selectCallbacks(tx)).flatMap(({ api, events, oldestSeconds: seconds }) => [
      figure('volley_callback_waiting_events', events, { api }),
      age('volley_callback_oldest_seconds', seconds, { api }),
    ]),
    ...hostFigures(await selectFailingHosts(tx)),
    age('volley_cascade_oldest_seconds', cascadeSeconds),
    age('volley_code_plan_oldest_seconds', planSeconds),
  ];
}

async function readSlow(tx: Tx): Promise<Figure[]> {
  const share = await selectSampleShare(tx);
  const ended = await selectEnded(tx, new Date(tx.now.getTime() - RECENT_MS), share);
  const events = await selectEngineEvents(tx);
  return [
    ...moneyFigures(await selectMoney(tx)),
    ...horizonFigures(await selectHorizons(tx), tx.now),
    ...resultFigures(ended, share),
    ...events.map(({ event, value }) => figure('volley_engine_events', value, { event })),
  ];
}
