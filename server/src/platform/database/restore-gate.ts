// Keeps a database that lost commits (restore, failover) from sending messages again. Pacers count their rounds in the
// database (engine_marks) and, after COMMIT, in the broker. While the database's count is below the highest known
// count, the engine claims, republishes and starts nothing until an operator has run `after-restore`. A promoted
// replica that lost no commits is not below and continues on its own.
//
// | highest known             | the database's count | claims |
// |---------------------------|----------------------|--------|
// | not read since the start  | any                  | wait   |
// | of another database       | any                  | go on  |
// | of this one               | below                | wait   |
// | of this one               | equal or above       | go on  |
//
// The broker's copy is up to a second old. A process also remembers the marks it has seen itself, so processes that
// outlive a failover detect the loss of a single round.
import type { Bus } from '../bus/bus.ts';
import type { Logger } from '../log.ts';
import type { Tx } from './database.ts';
import { advanceMark, selectMark } from './engine-marks.sql.ts';
import { type EngineMark, isBelow, packMark, parseMark, showMark } from './engine-marks.ts';

export type RestoreGate = {
  /** Whether claims may continue, by this transaction's snapshot; cached for 100 ms. */
  isOpen(tx: Tx): Promise<boolean>;
  /** Increments the database's count. Undefined: the gate is closed. After COMMIT pass the mark to `remember`. */
  advance(tx: Tx): Promise<EngineMark | undefined>;
  remember(mark: EngineMark): void;
  /** Stores a committed mark in the broker. */
  mirror(mark: EngineMark): Promise<void>;
  /** Reads the broker's copy. */
  refresh(): Promise<void>;
  /** The highest known mark; undefined before the first refresh and in a new installation. */
  known(): EngineMark | undefined;
  /** Why claims wait; undefined: they do not. */
  reason(): string | undefined;
  close(): void;
};

type Values = Pick<Bus, 'readValue' | 'storeValue'>;

const KEY = 'engine-mark';
const REFRESH_MS = 1_000;
const CACHE_MS = 100;
const FIRST_READ_MS = 3_000;

/** Below every mark. */
const NONE: EngineMark = { databaseId: '00000000-0000-0000-0000-000000000000', epoch: 0, round: 0n };

export async function openRestoreGate(bus: Values, log: Logger): Promise<RestoreGate> {
  const gate = createGate(bus, log);
  const timer = setInterval(() => void gate.refresh().catch(() => undefined), REFRESH_MS);
  timer.unref();
  const first = gate.refresh().catch((error: unknown) => log.warn({ err: error }, 'engine mark not read'));
  await Promise.race([first, new Promise((resolve) => setTimeout(resolve, FIRST_READ_MS).unref())]);
  return { ...gate, close: () => clearInterval(timer) };
}

function createGate(bus: Values, log: Logger): RestoreGate {
  let known: EngineMark | undefined;
  let isRead = false;
  let isMissing = false;
  let reason: string | undefined;
  let kept: { readonly atMs: number; readonly open: boolean } | undefined;

  const remember = (mark: EngineMark) => {
    if (known === undefined || mark.databaseId !== known.databaseId || isBelow(known, mark)) known = mark;
  };
  /** `before`: the mark known before the query; marks that arrived meanwhile may be newer than its result. */
  const decide = (mark: EngineMark, before: EngineMark | undefined): boolean => {
    if (!isRead) reason = 'the broker has not returned the engine mark';
    else if (before !== undefined && isBelow(mark, before)) reason = wentBack(mark, before);
    else reason = undefined;
    if (reason === undefined) remember(mark);
    return reason === undefined;
  };
  return {
    isOpen: async (tx) => {
      if (kept !== undefined && performance.now() - kept.atMs < CACHE_MS) return kept.open;
      const before = known;
      const open = decide(await selectMark(tx), before);
      kept = { atMs: performance.now(), open };
      return open;
    },
    advance: async (tx) => {
      const before = known;
      const mark = isRead ? await advanceMark(tx, before ?? NONE) : undefined;
      if (mark === undefined) decide(await selectMark(tx), before);
      else reason = undefined;
      return mark;
    },
    remember,
    mirror: async (mark) => {
      if (isMissing && (mark.epoch > 1 || mark.round > 1n))
        log.warn({ mark: showMark(mark) }, 'the broker lost the engine mark; written again');
      await bus.storeValue(KEY, packMark(mark));
      isMissing = false;
    },
    refresh: async () => {
      const value = await bus.readValue(KEY);
      const mark = value === undefined ? undefined : parseMark(value);
      isMissing = mark === undefined;
      // A mark of another database cannot be compared with the known mark and must not replace it.
      if (mark !== undefined && (known === undefined || mark.databaseId === known.databaseId)) remember(mark);
      isRead = true;
    },
    known: () => known,
    reason: () => reason,
    close: () => undefined,
  };
}

const wentBack = (mark: EngineMark, known: EngineMark) =>
  `the database lost commits: it is at ${showMark(mark)}, this cell was at ${showMark(known)}; run after-restore`;
