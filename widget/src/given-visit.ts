// A visit for tests of the machine: plays the service, the page and the visitor.
import { type Event, step } from './machine.ts';
import { type Effect, NETWORK, START, type State } from './state.ts';
import type { Answer, Checked, Opened, Session, Settings } from './wire.ts';

const SETTINGS: Settings = {
  kind: 'OWN_SITE',
  channels: ['SMS', 'FLASHCALL'],
  captchaType: 'TURNSTILE',
  siteKey: 'k',
  texts: {},
  colours: {},
};
export const NUMBER = '79161234567';

const LOST = { code: NETWORK };
const REFUSALS = [
  ...[110, 130, 340, NETWORK].map((code) => ({ code, wait: 9_000 })),
  { code: 4000, reason: 'country' },
];
const SESSIONS: readonly Answer<Session>[] = [
  ...['CONFIRMED', 'EXPIRED', 'WAITING_SEND'].map((state) => ({ state })),
  ...[130, 210, 230, 320, 321, 330, 331].map((errorCode) => ({ state: 'ERROR', errorCode })),
  LOST,
  { code: 4040 },
];
const CHECKS: readonly Answer<Checked>[] = [
  ...['CONFIRMED', 'WRONG_CODE', 'EXPIRED', 'NOT_FOUND', 'PENDING'].map((status) => ({ status })),
  LOST,
  { code: 130, wait: 1_000 },
];

export type Request = { readonly effect: Effect; readonly at: State };

/** A widget with its service, its page and its visitor; keeps what the machine has ordered. */
export class Visit {
  state: State = START;
  now = 0;
  /** A request that is answered twice gets the same key twice. */
  readonly #keys = new Map<State, string>();
  readonly requests: Request[] = [];
  /** Calls of the page's function by key. */
  readonly asked = new Map<string, number>();
  readonly breaches: string[] = [];
  successes = 0;
  /** State at the request whose answer is under way. */
  #answered: State | undefined;
  readonly settings: Settings;

  constructor(settings: Partial<Settings> = {}) {
    this.settings = { ...SETTINGS, ...settings };
    this.requests.push({ effect: ['load'], at: START });
  }

  send(...event: Event): void {
    const before = this.state;
    const [state, ...effects] = step(before, event, this.now);
    this.state = state;
    for (const effect of effects) if (effect) this.#order(effect, event, before);
  }

  #order(effect: Effect, event: Event, before: State): void {
    if (effect[0] === 'ask') this.#countAsk(event, before);
    if (effect[0] === 'success' && !(saysConfirmed(event) && this.#answered?.key === this.state.key))
      this.breaches.push(`${this.state.key} confirmed by ${JSON.stringify(event)} for ${this.#answered?.key}`);
    if (effect[0] === 'success') this.successes += 1;
    if (['load', 'token', 'open', 'ask', 'poll', 'check'].includes(effect[0]))
      this.requests.push({ effect, at: this.state });
  }

  #countAsk(event: Event, before: State): void {
    const { key = '' } = this.state;
    const times = this.asked.get(key) ?? 0;
    if (times > 0 && !(event[0] === 'retry' && before.error === 350)) this.breaches.push(`${key} sent twice`);
    this.asked.set(key, times + 1);
  }

  /** Answers a request; `choice` selects the answer. The request may be an old one. */
  answer({ effect, at }: Request, choice: number): void {
    const { turn, key = '' } = at;
    const pick = <Value>(...values: Value[]): Value => values[choice % values.length] as Value;
    const answers: Partial<Record<Effect[0], () => void>> = {
      load: () => this.send('loaded', turn, pick<Answer<Settings>>(this.settings, LOST, { code: 130 })),
      token: () => (choice % 4 === 3 ? this.send('blocked', 'by a test') : this.send('token', turn, 'token')),
      open: () => {
        const opened = { key: this.#keyOf(at), pass: pick('pass.1', undefined) };
        this.send('opened', turn, pick<Answer<Opened>>(opened, opened, ...REFUSALS));
      },
      ask: () => this.send('page', key, pick(undefined, undefined, 'HTTP 500')),
      poll: () => {
        const delivery = pick('sent', 'delivered', 'undelivered');
        const sent = { state: 'SENT', codeExpiresIn: 60, resendIn: 5, delivery };
        this.send('session', turn, pick<Answer<Session>>(sent, sent, sent, ...SESSIONS));
      },
      check: () => this.send('checked', key, pick<Answer<Checked>>(...CHECKS)),
    };
    this.#answered = at;
    answers[effect[0]]?.();
    this.#answered = undefined;
  }

  #keyOf(at: State): string {
    const key = this.#keys.get(at) ?? `key${this.#keys.size + 1}`;
    this.#keys.set(at, key);
    return key;
  }

  /**
   * A friendly event that is possible now: an answer that is due, or a way on that the visitor sees. With some choices
   * the page fails and the service waits.
   */
  help(choice = 0): void {
    const { state } = this;
    const all = this.requests.filter(({ at, effect }) => isDue(at, effect, state));
    const due = all[choice % Math.max(1, all.length)];
    if (due !== undefined) {
      this.requests.splice(this.requests.indexOf(due), 1);
      const { effect, at } = due;
      const isSilent = choice % 3 === 2;
      const sent = { state: 'SENT', delivery: 'delivered', resendIn: 0 };
      if (effect[0] === 'poll') this.send('session', at.turn, isSilent ? { state: 'WAITING_SEND' } : sent);
      else this.answer(due, effect[0] === 'ask' && isSilent ? 2 : 0);
    } else if (state.screen === 'phone') this.send('submit', NUMBER, 'SMS');
    else if (state.screen === 'code' && !state.isChecking) this.send('enter', '123456');
    else if (state.screen === 'trouble') {
      this.now = Math.max(this.now, state.until);
      this.send('retry');
    } else this.send('back');
  }
}

function isDue({ turn, key }: State, effect: Effect, state: State): boolean {
  if (effect[0] === 'ask') return key === state.key && state.screen === 'sending';
  return effect[0] === 'check' ? key === state.key && !!state.isChecking : turn === state.turn;
}

const saysConfirmed = ([type, , answer]: Event): boolean =>
  (type === 'session' && JSON.stringify(answer).includes('"state":"CONFIRMED"')) ||
  (type === 'checked' && JSON.stringify(answer).includes('"status":"CONFIRMED"'));
