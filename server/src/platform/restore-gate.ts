// Keeps a database that went back to an earlier point from sending again what was sent since then. Pacers count their
// rounds in the database (engine_marks) and, after COMMIT, in the broker. A database whose count is below the highest
// one known has lost commits: nothing is claimed, published again or begun until a person has run `after-restore`.
// A replica that was promoted and has lost nothing is not below, and goes on by itself.
//
// | highest known             | the database's count | claims |
// |---------------------------|----------------------|--------|
// | not read since the start  | any                  | wait   |
// | of another database       | any                  | go on  |
// | of this one               | below                | wait   |
// | of this one               | equal or above       | go on  |
//
// The broker's copy is up to a second old. What a process has seen itself is exact, so processes that outlive a
// failover notice the loss of a single round.
import type { Bus } from './bus.ts';
import type { Tx } from './database.ts';
import { advanceMark, type EngineMark, isBelow, packMark, parseMark, selectMark, showMark } from './engine-marks.ts';
import type { Logger } from './log.ts';

export type RestoreGate = {
  /** Whether claims may go on, by this transaction's view of the database; asked at most every 100 ms. */
  isOpen(tx: Tx): Promise<boolean>;
  /** Moves the database's count. Undefined: the gate is closed. After COMMIT hand the mark to `remember`. */
  advance(tx: Tx): Promise<EngineMark | undefined>;
  remember(mark: EngineMark): void;
  /** Stores a committed mark in the broker. */
  mirror(mark: EngineMark): Promise<void>;
  /** Reads the broker's copy. */
  refresh(): Promise<void>;
  /** The highest mark known; undefined before the first refresh and in a new installation. */
  known(): EngineMark | undefined;
  /** Why claims wait. */
  reason(): string | undefined;
  close(): void;
};

type Values = Pick<Bus, 'readValue' | 'keepValue'>;

const KEY = 'engine-mark';
const REFRESH_MS = 1_000;
const KEPT_MS = 100;
const FIRST_READ_MS = 3_000;

/** Lies below every mark. */
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
  /** `before`: what was known before the question; what came in meanwhile may be newer than the answer. */
  const judge = (mark: EngineMark, before: EngineMark | undefined): boolean => {
    if (!isRead) reason = 'the broker has not told how far this cell had come';
    else if (before !== undefined && isBelow(mark, before)) reason = wentBack(mark, before);
    else reason = undefined;
    if (reason === undefined) remember(mark);
    return reason === undefined;
  };
  return {
    isOpen: async (tx) => {
      if (kept !== undefined && performance.now() - kept.atMs < KEPT_MS) return kept.open;
      const before = known;
      const open = judge(await selectMark(tx), before);
      kept = { atMs: performance.now(), open };
      return open;
    },
    advance: async (tx) => {
      const before = known;
      const mark = isRead ? await advanceMark(tx, before ?? NONE) : undefined;
      if (mark === undefined) judge(await selectMark(tx), before);
      else reason = undefined;
      return mark;
    },
    remember,
    mirror: async (mark) => {
      if (isMissing && (mark.epoch > 1 || mark.round > 1n))
        log.warn({ mark: showMark(mark) }, 'the broker lost the engine mark; written anew');
      await bus.keepValue(KEY, packMark(mark));
      isMissing = false;
    },
    refresh: async () => {
      const value = await bus.readValue(KEY);
      const mark = value === undefined ? undefined : parseMark(value);
      isMissing = mark === undefined;
      // A mark of another database says nothing of this one, and must not hide what is known of it.
      if (mark !== undefined && (known === undefined || mark.databaseId === known.databaseId)) remember(mark);
      isRead = true;
    },
    known: () => known,
    reason: () => reason,
    close: () => undefined,
  };
}

const wentBack = (mark: EngineMark, known: EngineMark) =>
  `the database has gone back: it is at ${showMark(mark)}, this cell had come to ${showMark(known)}; run after-restore`;
