// Accounts of sender names whose provider limits the messages per second of each account. Their strands share the
// allowance of the account. Urgent messages use it up but do not wait for it. The pacer has the instant of an account's
// next message in memory: a pacer that takes over may send at most one second's worth of messages more.
import { type DispatchRate, readyAfter } from '@volley/domain/dispatches/dispatch-rate.ts';
import { PROTOCOL_FACTS, type Protocol } from '@volley/domain/links/provider-protocol.ts';
import { LANES } from '@volley/domain/sending/lane.ts';
import { nextRoundAt, type Pace, type RatedRound, shareAllowance, type Waiting } from './rate.ts';

const IDLE_MS = 1_000;
const URGENT = LANES.indexOf('urgent');

/** Sender id → instant of the next message of its account. */
export type AccountTimes = Map<number, number>;

type AccountStrand = Waiting & {
  readonly sender_id: number;
  readonly account_link_id: number | null;
  readonly lane: number;
};

export type AccountRound<T> = Pick<RatedRound<T & Waiting>, 'later'> & {
  readonly open: T[];
  /** Records the messages handed out. Returns the instant of the next round per strand. */
  readonly settle: (
    taken: readonly { readonly senderId: number; readonly messages: number }[],
  ) => (strand: Pick<AccountStrand, 'sender_id' | 'lane'>) => Date;
};

type RatedLink = {
  readonly id: number;
  readonly protocol: Protocol;
  /** Null: the usual rate of the protocol. */
  readonly account_rate: number | null;
};

export function openAccounts<T extends AccountStrand>(
  strands: readonly T[],
  links: readonly RatedLink[],
  times: AccountTimes,
  now: Date,
): AccountRound<T> {
  const nowMs = now.getTime();
  forget(times, nowMs);
  const paces = pacesOf(strands, links, times, nowMs);
  const urgent = strands.filter(({ lane }) => lane === URGENT);
  const others = strands.filter(({ lane }) => lane !== URGENT);
  const { open, later } = shareAllowance(others, paces, nowMs, (strand) => strand.sender_id);
  return {
    open: [...urgent, ...open],
    later,
    settle: (taken) => {
      for (const { senderId, messages } of taken) {
        const pace = paces.get(senderId);
        if (pace === undefined || messages === 0) continue;
        times.set(senderId, readyAfter(pace.rate, times.get(senderId) ?? pace.readyMs, nowMs, messages));
      }
      return ({ sender_id: senderId, lane }) => {
        const readyMs = paces.has(senderId) && lane !== URGENT ? times.get(senderId) : undefined;
        return readyMs === undefined ? now : nextRoundAt(readyMs, nowMs);
      };
    },
  };
}

function pacesOf(
  strands: readonly AccountStrand[],
  links: readonly RatedLink[],
  times: AccountTimes,
  nowMs: number,
): Map<number, Pace> {
  const rates = new Map(links.map((link) => [link.id, rateOf(link)]));
  return new Map(
    strands.flatMap(({ sender_id: senderId, account_link_id: linkId }): [number, Pace][] => {
      const rate = linkId === null ? undefined : rates.get(linkId);
      return rate === undefined ? [] : [[senderId, { rate, readyMs: times.get(senderId) ?? nowMs }]];
    }),
  );
}

function rateOf({ protocol, account_rate }: RatedLink): DispatchRate | undefined {
  const rate = account_rate ?? PROTOCOL_FACTS[protocol].accountRate;
  return rate === undefined ? undefined : { rate, rateTerm: 's' };
}

/** An account without recent messages starts with one message and goes on evenly. */
function forget(times: AccountTimes, nowMs: number): void {
  for (const [senderId, readyMs] of times) if (readyMs < nowMs - IDLE_MS) times.delete(senderId);
}
