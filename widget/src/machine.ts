// The states of the widget as a pure function: (state, event) → (state, effects). Answers carry the number of their
// request (`turn`), so an answer that comes late changes nothing. Times are milliseconds of one clock.
import { checked, enter, session } from './machine-code.ts';
import {
  begin,
  EXPIRED,
  goTo,
  isProof,
  type Move,
  NETWORK,
  NOT_FOUND,
  pollAgain,
  type State,
  trouble,
} from './state.ts';
import type { Answer, Checked, Opened, Session, Settings } from './wire.ts';

/** Names and values of the events. A number is the turn that an answer belongs to. */
type Events = {
  loaded: [turn: number, answer: Answer<Settings>];
  submit: [destination: string, channel: string];
  token: [turn: number, token: string];
  blocked: [detail: string];
  opened: [turn: number, answer: Answer<Opened>];
  /** The function of the page has ended; with words if it failed. */
  page: [key: string, failed: string | undefined];
  session: [turn: number, answer: Answer<Session>];
  enter: [code: string];
  checked: [key: string, answer: Answer<Checked>];
  time: [];
  resend: [channel: string];
  retry: [];
  back: [];
  online: [];
  /** The page is shown, perhaps from the cache of the browser. */
  pageshow: [];
  reset: [destination?: string];
};

export type Event = { [Name in keyof Events]: readonly [Name, ...Events[Name]] }[keyof Events];

type Moves = { readonly [Name in keyof Events]: (state: State, now: number, ...values: Events[Name]) => Move };

/** Uses of the pass that a session brings. */
const PASS_USES = 3;
/** Pause after 130 without Retry-After. */
const LIMIT_MS = 60_000;

const MOVES: Moves = {
  loaded(state, now, _turn, answer) {
    if (answer.code !== undefined) return trouble(state, answer.code, '', now + (answer.wait ?? LIMIT_MS));
    const { channels } = answer;
    const channel = channels.find((name) => name === state.channel) ?? channels[0] ?? '';
    return goTo({ ...state, settings: answer, channel }, 'phone', ['emit', 'ready']);
  },
  submit: (state, _now, destination, channel) =>
    state.screen === 'phone' ? begin(state, destination, channel) : [state],
  token: (state, _now, turn, token) => [{ ...state, screen: 'opening', turn: turn + 1 }, ['open', token]],
  blocked: (state, _now, detail) =>
    !isProof(state) && (state.screen === 'phone' || state.screen === 'captcha') ? trouble(state, 341, detail) : [state],
  /** A widget for site builders sends by itself; elsewhere the function of the page passes the key on, once per key. */
  opened(state, now, _turn, answer) {
    if (answer.code !== undefined) return refused(state, answer.code, answer.reason, now + (answer.wait ?? LIMIT_MS));
    const { destination: number, settings } = state;
    const { key, pass: text } = answer;
    const pass = text ? { text, number, left: PASS_USES } : state.pass;
    const isOwn = settings?.kind !== 'BUILDER';
    return goTo({ ...state, key, pass }, 'sending', ['emit', 'sending'], isOwn && ['ask'], ['poll', 0], ['drop']);
  },
  page: (state, _now, key, failed) =>
    state.screen === 'sending' && key === state.key ? pollAgain({ ...state, failed }) : [state],
  session,
  enter,
  checked,
  time(state, now) {
    const { screen, isChecking, sent } = state;
    return screen === 'code' && !isChecking && sent && now >= sent.expiresAt ? trouble(state, EXPIRED) : [state];
  },
  /** From the code screen, that code stays usable until the next one is sent. */
  resend: (state, now, channel) =>
    isOpen(state, now) && state.settings ? begin(state, state.destination, channel) : [state],
  /** After 350 the function of the page is called again with the same key. The service is asked after it has ended: its
   * 30 seconds began with the session and say nothing about a second call. */
  retry(state, now) {
    const { screen, settings, error, destination, channel } = state;
    if (screen !== 'trouble' || !isOpen(state, now)) return [state];
    // While a provider fails, the service may ask for a proof of work instead. Without a number, nothing can be opened.
    if (!settings || !destination || error === 340 || error === 341) return goTo(state, 'loading', ['load']);
    return error === 350 ? goTo(state, 'sending', ['ask']) : begin(state, destination, channel);
  },
  back: (state) => (state.screen === 'done' ? [state] : toPhone(state)),
  online(state, now) {
    const { screen, error, entered } = state;
    if (error !== NETWORK) return MOVES.pageshow(state, now);
    if (screen === 'trouble') return MOVES.retry(state, now);
    return entered ? enter(state, now, entered) : MOVES.pageshow(state, now);
  },
  pageshow: (state) =>
    state.screen === 'sending' || (state.screen === 'code' && state.sent?.delivery !== 'delivered')
      ? pollAgain(state)
      : [state],
  reset: (state, _now, destination = state.destination) => toPhone({ ...state, destination }),
};

export function step(state: State, [name, ...values]: Event, now: number): Move {
  if (typeof values[0] === 'number' && values[0] !== state.turn) return [state];
  return (MOVES[name] as (state: State, now: number, ...values: unknown[]) => Move)(state, now, ...values); // by type Event
}

const toPhone = (state: State): Move => (state.settings ? goTo({ ...state, key: undefined }, 'phone') : [state]);

/** Whether another code can be requested now. */
const isOpen = ({ screen, isChecking, sent, error, until }: State, now: number): boolean =>
  screen === 'code'
    ? !isChecking && now >= (sent?.resendAt ?? 0)
    : screen === 'trouble' && error !== 310 && now >= until;

function refused(state: State, code: number, reason: string | undefined, until: number): Move {
  const { hasPassed, sent, destination, channel, isAgain } = state;
  // The pass is used up or too old: the visitor has done nothing wrong and reads no error.
  if (code === 110 && hasPassed) return begin({ ...state, pass: undefined }, destination, channel);
  // The work has grown since the challenge was given.
  if (code === 110 && isProof(state) && !isAgain) return begin(state, destination, channel, true);
  // The provider of the captcha has come back.
  if (code === NOT_FOUND) return goTo(state, 'loading', ['load']);
  const [ended, effect] =
    code === 110 || reason
      ? toPhone(state)
      : // The code that was sent before stays usable.
        sent && (code === 130 || code === NETWORK)
        ? pollAgain({ ...state, screen: 'code', until, sent: code ? { ...sent, resendAt: until } : sent })
        : trouble(state, code, '', until);
  // A captcha token is good for one request.
  return [{ ...ended, error: code, reason }, effect, code === 110 && ['report', code], ['drop']];
}
