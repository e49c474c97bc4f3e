// A simulated aggregator of VIBER, VK and MAX by number with both forms of its interface. Reports go to the address of
// their message and are repeated until they are answered with 200.
import { DelayWheel } from '../../delay-wheel.ts';
import { happens, type Random } from '../../random.ts';
import type { ReceivedMessages } from '../../received-messages.ts';
import { originProblem, RepeatedCalls } from '../repeated-calls.ts';
import { keyResult, keyWords, readKey } from './key-words.ts';
import { loginError, loginWords, readLogin } from './login-words.ts';
import type { Body, FormWords, PartnerMessage, PartnerReply, PartnerState } from './partner-form.ts';
import { type PartnerOutcome, partnerOutcomeOf } from './partner-outcome.ts';
import { type PartnerScenario, partnerFaultsOf } from './partner-scenario.ts';

export type PartnerOptions = {
  login: string;
  password: string;
  key: string;
  scenario: PartnerScenario;
  random: Random;
  received: ReceivedMessages;
  onAccepted?: (account: string, destination: string, reference: number | undefined, messageId: string) => void;
};

type Call = { pathname: string; authorization: string; body: Body };
type Taken = Extract<PartnerOutcome, { kind: 'taken' }>;

const zeroCounters = {
  calls: 0,
  taken: 0,
  /** Ids of the form `login` that came again. */
  repeated: 0,
  throttled: 0,
  failed: 0,
  resets: 0,
  answersLost: 0,
  reportsSent: 0,
  reportsAcked: 0,
  reportsGivenUp: 0,
};
const rememberedMax = 200_000;
const readableMax = 1_000;
const loginPath = '/login-form';
const firstId = 7_390_000_000;

export class Partner {
  readonly #options: PartnerOptions;
  readonly #moves: DelayWheel<() => void>;
  readonly #reports = new RepeatedCalls();
  readonly #clientIds = new Set<string>();
  /** Id of a message → its report of reading. */
  readonly #readable = new Map<string, () => void>();
  /** Numbers whose forced surprise has happened. */
  readonly #surprised = new Set<string>();
  scenario: PartnerScenario;
  counted = { ...zeroCounters };
  #lastId = firstId;

  constructor(options: PartnerOptions) {
    this.#options = options;
    this.scenario = options.scenario;
    this.#moves = new DelayWheel((moves) => {
      for (const move of moves) move();
    });
  }

  happens(percent: number): boolean {
    return happens(this.#options.random, percent);
  }

  /** The problem with the change; undefined: done. */
  change(change: Body): string | undefined {
    const faults = partnerFaultsOf(change);
    if (faults.length > 0) return `unknown setting or value out of range: ${faults.join(', ')}`;
    this.scenario = { ...this.scenario, ...change };
    return undefined;
  }

  /** `{"origin": "http://127.0.0.1:8080"}`: where reports go. */
  setOrigin({ origin }: Body): string | undefined {
    const problem = originProblem(origin);
    if (problem === undefined && typeof origin === 'string') this.#reports.origin = origin;
    return problem;
  }

  reset(): void {
    this.counted = { ...zeroCounters };
    this.#readable.clear();
    this.#clientIds.clear();
    this.#surprised.clear();
    this.#moves.clear();
    this.#reports.clear();
  }

  close(): void {
    this.#moves.clear();
    this.#reports.close();
  }

  /** The person reads a message. */
  read(id: string): string | undefined {
    const report = this.#readable.get(id);
    report?.();
    return report === undefined ? `message ${id} is unknown` : undefined;
  }

  answer(call: Call): PartnerReply {
    const { lockedOut, loginError: code, resultCode } = this.scenario;
    const isLogin = call.pathname === loginPath;
    if (lockedOut) return isLogin ? loginError(6) : { status: 401, body: {} };
    const message = isLogin ? readLogin(call.body, this.#options) : readKey(call, this.#options.key);
    if ('status' in message) return message;
    if (isLogin && code !== 0) return loginError(code);
    if (!isLogin && resultCode !== '') return keyResult(resultCode);
    return this.#decide(message, isLogin ? loginWords : keyWords);
  }

  #decide(message: PartnerMessage, words: FormWords): PartnerReply {
    const outcome = partnerOutcomeOf(message.number, this.scenario, this.#options.random);
    if (outcome.kind === 'failing') return words.failing;
    if (outcome.kind === 'refused') return words.refused(outcome.what);
    const isSurprise = this.#surprisesOnce(`${words.account} ${message.number}`, outcome);
    if (isSurprise && outcome.throttlesOnce) {
      this.counted.throttled += 1;
      return words.throttled;
    }
    if (this.#isDuplicate(message)) return words.duplicate;
    return { ...this.#take(message, words, outcome), ...(isSurprise && { losesAnswer: true }) };
  }

  #surprisesOnce(person: string, { throttlesOnce, losesAnswer }: Taken): boolean {
    if (!throttlesOnce && !losesAnswer) return false;
    const isFirst = !this.#surprised.has(person);
    this.#surprised.add(person);
    return isFirst;
  }

  #isDuplicate({ clientId }: PartnerMessage): boolean {
    if (clientId === undefined) return false;
    const isKnown = this.#clientIds.has(clientId);
    if (this.#clientIds.size >= rememberedMax) this.#clientIds.clear();
    this.#clientIds.add(clientId);
    if (isKnown) this.counted.repeated += 1;
    return isKnown && this.scenario.duplicateControl;
  }

  #take(message: PartnerMessage, words: FormWords, outcome: Taken): PartnerReply {
    const { received, onAccepted } = this.#options;
    const { sender, number, text, content, ttlSeconds } = message;
    this.#lastId += 1;
    const id = String(this.#lastId);
    this.counted.taken += 1;
    onAccepted?.(words.account, number, undefined, id);
    received.add({
      atMs: Date.now(),
      account: words.account,
      source: sender,
      destination: number,
      text,
      parts: 1,
      reference: null,
      messageId: id,
      content,
      channel: message.channel,
      ...(ttlSeconds !== undefined && { ttlSeconds }),
    });
    this.#remember(id, () => this.#report(message, words.report(message, id, 'read')));
    this.#plan(outcome, message.channel, (state) => this.#report(message, words.report(message, id, state)));
    return words.taken(message, id);
  }

  #remember(id: string, report: () => void): void {
    this.#readable.set(id, report);
    const [oldest] = this.#readable.keys();
    if (this.#readable.size > readableMax && oldest !== undefined) this.#readable.delete(oldest);
  }

  #plan({ deliveredAfterMs, readAfterMs, failure }: Taken, channel: string, move: (state: PartnerState) => void): void {
    if (failure !== undefined) this.#moves.add(() => move(failure), 0);
    const devices = channel === 'VIBER' ? this.scenario.devices : 1;
    if (deliveredAfterMs !== undefined)
      for (let device = 0; device < devices; device += 1) this.#moves.add(() => move('delivered'), deliveredAfterMs);
    if (readAfterMs !== undefined) this.#moves.add(() => move('read'), readAfterMs);
  }

  #report({ reportUrl }: PartnerMessage, body: Body): void {
    if (reportUrl === undefined) return;
    this.counted.reportsSent += 1;
    this.#reports.add({
      url: reportUrl,
      body,
      headers: () => ({}),
      isDone: (status) => status === 200,
      onAcked: () => {
        this.counted.reportsAcked += 1;
      },
      onGivenUp: () => {
        this.counted.reportsGivenUp += 1;
      },
    });
  }
}
