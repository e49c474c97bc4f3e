// State and effects of the machine, and the moves that several events share.
import type { Settings } from './wire.ts';

/** Error numbers below 100 are no numbers of the dictionary; visitors do not see them. */
export const NETWORK = 0;
export const WRONG_CODE = 1;
export const EXPIRED = 2;
export const NOT_FOUND = 4040;

export type Sent = {
  readonly channel: string;
  readonly codeLength: number;
  /** Longest code of this key so far: a plan may send a flash call of four digits after an SMS of six. */
  readonly longest: number;
  readonly expiresAt: number;
  readonly resendAt: number;
  /** Time at which this channel came up. */
  readonly since: number;
  readonly attemptsLeft: number | undefined;
  readonly delivery: string | undefined;
};

export type ScreenName = 'loading' | 'phone' | 'captcha' | 'opening' | 'sending' | 'code' | 'done' | 'trouble';

export type State = {
  readonly screen: ScreenName;
  readonly destination: string;
  readonly channel: string;
  /** Number of the present request for settings, token or session; answers to earlier ones are ignored. */
  readonly turn: number;
  readonly settings?: Settings | undefined;
  /** The present proof follows one that was too small for a work that had grown meanwhile. */
  readonly isAgain?: boolean | undefined;
  /** A passed captcha, for further codes to the same number. */
  readonly pass?: { readonly text: string; readonly number: string; readonly left: number } | undefined;
  /** The present try uses the pass. */
  readonly hasPassed?: boolean;
  readonly key?: string | undefined;
  /** Error of the function of the page. */
  readonly failed?: string | undefined;
  /** Present while a code can be entered, also while another one is requested. */
  readonly sent?: Sent | undefined;
  readonly isChecking?: boolean | undefined;
  /** Code under check, or to be checked again once the connection is back. */
  readonly entered?: string;
  readonly error?: number | undefined;
  /** Why the number was refused. */
  readonly reason?: string | undefined;
  /** End of the present limit. */
  readonly until: number;
};

/** Their values are those of the state that they come with. */
export type Effect =
  | readonly ['load']
  | readonly ['token']
  | readonly ['drop']
  | readonly ['open', token?: string | undefined]
  | readonly ['ask']
  /** With a pause: a long poll after it, answered at the next change. Without: answered at once. */
  | readonly ['poll', pause?: number | undefined]
  | readonly ['check']
  | readonly ['emit', name: 'ready' | 'sending' | 'sent' | 'delivered' | 'wrong-code']
  | readonly ['success']
  | readonly ['report', code: number, detail?: string | undefined];

/** An effect that is false or missing does nothing. */
export type Move = readonly [State, ...(Effect | false | undefined)[]];

export const START: State = { screen: 'loading', destination: '', channel: '', turn: 0, until: 0 };

const next = (state: State, screen: ScreenName): State => ({
  ...state,
  screen,
  turn: state.turn + 1,
  error: undefined,
  reason: undefined,
  failed: undefined,
  isChecking: false,
  entered: '',
});

export const goTo = (state: State, screen: ScreenName, ...effects: (Effect | false)[]): Move => [
  { ...next(state, screen), sent: undefined },
  ...effects,
];

/**
 * Begins a try: with the pass of an earlier one if it holds for this number, else with the captcha. A pass never counts
 * after a code that has arrived.
 */
export function begin(state: State, destination: string, channel: string, isAgain?: boolean): Move {
  const { settings, pass, sent } = state;
  const hasPassed = pass?.number === destination && pass.left > 0 && sent?.delivery !== 'delivered';
  const isOpen = hasPassed || settings?.captchaType === 'NONE';
  const changed = { ...next(state, isOpen ? 'opening' : 'captcha'), destination, channel, hasPassed, isAgain };
  if (!isOpen) return [changed, ['token']];
  return hasPassed
    ? [{ ...changed, pass: { ...pass, left: pass.left - 1 } }, ['open', pass.text]]
    : [changed, ['open']];
}

export const isProof = ({ settings }: State): boolean => settings?.captchaType === 'POW';

export function trouble(state: State, code: number, detail?: string, until = 0): Move {
  const [ended] = goTo(state, 'trouble');
  // A connection that is lost later, and a code that has expired, are matters of the visitor.
  const isReported = code > EXPIRED || !state.settings;
  return [{ ...ended, error: code, until: code === 130 ? until : 0 }, isReported && ['report', code, detail]];
}

/** Asks for the session again; the answer to an earlier request no longer counts. */
export const pollAgain = (state: State, pause?: number): Move => [{ ...state, turn: state.turn + 1 }, ['poll', pause]];
