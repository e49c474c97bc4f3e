// The exchange with a provider about one message: preparing calls, the committing call, and what follows when its
// answer is lost.
import type { ProviderReply, ProviderRequest } from '../platform/http/provider-http.ts';
import type { Answer, Dialect, Files, Prepared, Unanswered, Verdict } from './dialect.ts';
import type { LinkJob, Submission } from './link-job.ts';

/** given-away: another process may have the message now; nothing was written. */
export type Ending = Verdict | Unanswered | { readonly kind: 'given-away' };

/** A message on its way. Preparing calls may cost a fee, so their facts are kept for the next tries. */
export type Trial = Pick<LinkJob, 'submission' | 'mayWrite'> & {
  facts?: Prepared;
  /** An answer to it was lost: only "taken" and "refused" end it without a doubt. */
  isLost?: true;
};

export type Surroundings = {
  readonly ask: (request: ProviderRequest) => Promise<ProviderReply>;
  readonly files: Files;
  readonly pause: (ms: number) => Promise<unknown>;
  /** Real time, by which providers check signatures. */
  readonly nowMs: () => number;
  /** A committing call was lost. False: the link is down, and the message is not written again. */
  readonly onLost: (reason: string) => boolean;
  /** The message is written again, and the provider may hold two. */
  readonly onRepeated: () => void;
};

/** Writes of one message at most, the first included. */
const WRITES_MAX = 3;
const INQUIRIES_AFTER_MS = [500, 2_000, 8_000];
/** Stands for the provider's code when a preparing call was lost. */
const NO_ANSWER = 'no-answer';

export async function exchange(dialect: Dialect, around: Surroundings, trial: Trial): Promise<Ending> {
  const { submission } = trial;
  const failure = await prepare(dialect, around, trial);
  if (failure !== undefined) return failure;
  const facts = trial.facts ?? {};
  let lost: Ending | undefined;
  for (let writes = 1; ; writes += 1) {
    if (!trial.mayWrite()) return lost ?? { kind: 'given-away' };
    if (writes > 1 && dialect.doubt === 'blind') around.onRepeated();
    const reply = await around.ask(dialect.commit(submission, around.nowMs(), facts));
    const ending = reply.kind === 'answer' ? heard(dialect, reply, trial) : reply;
    if (ending.kind !== 'lost') return lost === undefined || isSettled(ending, dialect) ? ending : lost;
    lost = ending;
    trial.isLost = true;
    const isUp = around.onLost(ending.reason);
    const next = await afterLoss(dialect, around, { submission, facts, writes: isUp ? writes : WRITES_MAX });
    if (next !== 'again') return next === 'doubt' ? lost : next;
  }
}

/** A gateway that fails after it has passed the call on says nothing about the message. */
function heard(dialect: Dialect, answer: Answer, { submission, facts = {} }: Trial): Ending {
  const { status } = answer;
  const isOfGateway = status === 408 || status === 504 || (status >= 500 && !dialect.isOwnError(answer));
  return isOfGateway
    ? { kind: 'lost', reason: `answered ${status} by a gateway` }
    : dialect.hear(answer, submission, facts);
}

/** Undefined: the trial has the facts for its committing call. */
async function prepare(dialect: Dialect, { ask, files }: Surroundings, trial: Trial): Promise<Ending | undefined> {
  if (trial.facts !== undefined) return undefined;
  const prepared = await dialect.prepare?.(trial.submission, ask, files);
  if (prepared?.kind === 'lost') return { kind: 'temporary', providerCode: NO_ANSWER, afterMs: 0 };
  if (prepared !== undefined && prepared.kind !== 'prepared') return prepared;
  trial.facts = prepared?.facts ?? {};
  return undefined;
}

/**
 * After a lost answer, any other ending says nothing about the earlier write. To an idempotent provider the message is
 * written again after a pause, under the same id.
 */
const isSettled = ({ kind }: Ending, { doubt }: Dialect): boolean =>
  kind === 'taken' || kind === 'refused' || (doubt === 'idempotent' && (kind === 'throttled' || kind === 'temporary'));

type Loss = { readonly submission: Submission; readonly facts: Prepared; readonly writes: number };

async function afterLoss(dialect: Dialect, around: Surroundings, loss: Loss): Promise<Verdict | 'again' | 'doubt'> {
  const { submission, writes } = loss;
  switch (dialect.doubt) {
    case 'idempotent':
      return writes < WRITES_MAX ? 'again' : 'doubt';
    case 'askable':
      return inquired(dialect, around, loss);
    case 'evidenced':
      return 'doubt';
    case 'blind':
      return isUrgent(submission) && writes === 1 ? 'again' : { kind: 'taken', ids: [] };
  }
}

const isUrgent = ({ trafficType }: Submission): boolean => trafficType === 'AUTHORIZE' || trafficType === 'TRANSACT';

async function inquired(dialect: Dialect, around: Surroundings, loss: Loss): Promise<Verdict | 'again' | 'doubt'> {
  const { submission, facts, writes } = loss;
  for (const ms of INQUIRIES_AFTER_MS) {
    await around.pause(ms);
    const request = dialect.inquire?.(submission, around.nowMs(), facts);
    if (request === undefined) return 'doubt';
    const reply = await around.ask(request);
    const heard = reply.kind === 'answer' ? heardInquiry(dialect, reply) : { kind: 'unknown' as const };
    if (heard.kind === 'not-taken') return writes < WRITES_MAX ? 'again' : 'doubt';
    if (heard.kind === 'taken' || heard.kind === 'refused') return heard;
  }
  return 'doubt';
}

const heardInquiry = (dialect: Dialect, reply: Answer) => dialect.hearInquiry?.(reply) ?? { kind: 'unknown' as const };
