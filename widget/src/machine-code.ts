// From an open session to a confirmed number: the answers of the service about the session and the visitor's code.
import { EXPIRED, goTo, type Move, NETWORK, NOT_FOUND, pollAgain, type State, trouble, WRONG_CODE } from './state.ts';
import type { Answer, Checked, Session } from './wire.ts';

/** Pause before the same question is asked again: a busy service answers at once. */
const PAUSE_MS = 500;
const LOST_MS = 3_000;

export function session(state: State, now: number, _turn: number, answer: Answer<Session>): Move {
  const { failed, error, entered } = state;
  const { state: status, errorCode = 321, resendIn = 60 } = answer as Partial<Session>; // a refusal has none of them
  const known = error === NETWORK && !entered ? { ...state, error: undefined } : state;
  if (status === 'EXPIRED' || answer.code === NOT_FOUND) return trouble(state, EXPIRED);
  if (status === 'CONFIRMED') return confirmed(state);
  if (status === 'SENT') return sent(known, answer as Session, now); // has a status
  const isSilent = status !== 'ERROR' || errorCode === 321;
  if (isSilent && failed !== undefined) return trouble(state, 350, failed);
  if (!status) return pollAgain({ ...state, error: NETWORK }, LOST_MS);
  if (status !== 'ERROR') return pollAgain(known, PAUSE_MS);
  return trouble(state, errorCode, undefined, now + resendIn * 1_000);
}

function sent(state: State, answer: Session, now: number): Move {
  const { sent: before, isChecking, entered } = state;
  const { channelType: channel = state.channel, delivery, attemptsLeft } = answer;
  const { codeLength = 6, codeExpiresIn = 600, resendIn = 30 } = answer;
  const changed: State = {
    ...state,
    screen: 'code',
    failed: undefined,
    // Without a code under check, the session was asked for the outcome: the code is still open.
    isChecking: isChecking && !!entered,
    sent: {
      channel,
      codeLength,
      longest: Math.max(codeLength, before?.longest ?? 0),
      expiresAt: now + codeExpiresIn * 1_000,
      resendAt: now + resendIn * 1_000,
      since: before?.channel === channel ? before.since : now,
      attemptsLeft,
      delivery,
    },
  };
  const isNews = before?.delivery !== delivery || before?.channel !== channel;
  // Nothing that the visitor sees changes after the delivery.
  if (delivery === 'delivered') return [changed, !before && ['emit', 'sent'], isNews && ['emit', delivery]];
  const [polling, poll] = pollAgain(changed, PAUSE_MS);
  return [polling, !before && ['emit', 'sent'], poll];
}

export function enter(state: State, _now: number, code: string): Move {
  if (state.screen !== 'code' || state.isChecking || !code) return [state];
  return [{ ...state, isChecking: true, error: undefined, entered: code }, ['check']];
}

export function checked(state: State, now: number, key: string, answer: Answer<Checked>): Move {
  const { screen, isChecking, entered, sent: facts } = state;
  if (key !== state.key || screen !== 'code' || !isChecking || !entered) return [state];
  const { code } = answer;
  const { status, attemptsLeft } = answer as Partial<Checked>; // a refusal has neither
  const rest = { ...state, isChecking: false, entered: code === NETWORK ? entered : '' };
  if (status === 'CONFIRMED') return confirmed(state);
  if (code !== undefined && code !== NOT_FOUND) return [{ ...rest, error: code, until: now + (answer.wait ?? 0) }];
  if (status === 'WRONG_CODE' && attemptsLeft !== 0)
    return [{ ...rest, error: WRONG_CODE, sent: facts && { ...facts, attemptsLeft } }, ['emit', 'wrong-code']];
  // The code may have been confirmed by a request whose answer was lost: the session knows.
  return pollAgain({ ...rest, isChecking: true });
}

const confirmed = (state: State): Move =>
  goTo({ ...state, channel: state.sent?.channel ?? state.channel }, 'done', ['success']);
