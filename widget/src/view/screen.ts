import type { Event } from '../machine.ts';
import type { State } from '../state.ts';
import { channelName } from '../texts/choose.ts';
import type { Texts } from '../texts/en.ts';
import { button } from './element.ts';

/** A drawn screen: its elements, the element that gets the focus, and its changes while it is shown. */
export type Screen = {
  readonly nodes: readonly Node[];
  readonly focus?: HTMLElement;
  update?(state: State, now: number): void;
  /** Enters a code that the browser has read. */
  type?(code: string): void;
};

/** The surroundings of a screen. `state` is the present state, whenever it is read. */
export type Frame = {
  readonly state: State;
  readonly texts: Texts;
  readonly lang: string;
  /** The visitor may change the number. */
  readonly isEditable: boolean;
  /** Error that the page shows by itself. */
  readonly quiet?: number | undefined;
  readonly send: (...event: Event) => void;
  /** The number may be complete: the captcha can be shown. */
  readonly showCaptcha: () => void;
};

/** Buttons for a code by other channels; without `go`, for a further code. */
export function otherWays(
  { texts, state, send }: Frame,
  channel: string,
  go = (other: string): void => send('resend', other),
): (Node | string)[] {
  const others = (state.settings?.channels ?? []).filter((other) => other !== channel);
  const offers = others.map((other) => button(channelName(texts, other), () => go(other)));
  return others[0] ? [texts.another, ...offers] : [];
}

/** The way back to the number; `always` also to a number that cannot be changed, where the visitor may begin again. */
export const changeNumber = ({ texts, isEditable, send, state }: Frame, always?: boolean): Node[] =>
  state.settings && (isEditable || always)
    ? [button(isEditable ? texts.changeNumber : texts.retry, () => send('back'))]
    : [];
