// The code of a message, or the last digits of a number that calls; and the ways to another code.
import { maskNumber } from '../phone-number.ts';
import { type Sent, type State, WRONG_CODE } from '../state.ts';
import { channelName, fill } from '../texts/choose.ts';
import type { Texts } from '../texts/en.ts';
import { button, clockText, element, group, onEnter, row, setFlag, setText } from './element.ts';
import { changeNumber, type Frame, otherWays, type Screen } from './screen.ts';

/** A flash call comes within this time, or hardly at all. */
const CALL_MS = 15_000;
const FLASHCALL = 'FLASHCALL';

export function codeScreen(frame: Frame): Screen {
  const { texts, send } = frame;
  let tried = '';
  const digits = (): string => field.value.replace(/\D/g, '');
  const go = (): void => {
    tried = digits();
    send('enter', tried);
  };
  const field = element('input', {
    id: 'c',
    class: 'text',
    inputmode: 'numeric',
    autocomplete: 'one-time-code',
    'aria-describedby': 'e',
    // A full code is checked by itself, once.
    input: () => {
      if (digits().length === frame.state.sent?.longest && digits() !== tried) go();
    },
    keydown: onEnter(go),
  });
  const picture = element('div', { 'aria-hidden': 'true' });
  const confirm = button(texts.confirm, go, 'main');
  const timer = element('span');
  const ways = element('span', { class: 'body' });
  let shown = '';
  return {
    nodes: [
      group(element('label', { for: 'c' }, texts.codeLabel), picture, field),
      confirm,
      row(timer, ways, ...changeNumber(frame)),
    ],
    focus: field,
    update({ sent, isChecking, error }, now) {
      if (!sent) return;
      const { channel, resendAt, since, delivery } = sent;
      const isCall = channel === FLASHCALL;
      setText(picture, isCall ? '+7 ••• •••-12-34' : '');
      setFlag(confirm, 'aria-disabled', isChecking);
      setFlag(field, 'aria-invalid', error === WRONG_CODE);
      // The ways on become usable when the service allows the next code.
      const callAt = isCall && delivery !== 'undelivered' ? since + CALL_MS : 0;
      const left = Math.max(callAt, resendAt) - now;
      const t = clockText(callAt > now ? callAt - now : left);
      setText(
        timer,
        left > 0 ? fill(callAt > now ? texts.flashSoon : texts.resendIn, { t }) : isCall ? texts.flashNone : '',
      );
      const key = channel + (left > 0);
      if (key === shown) return;
      shown = key;
      ways.textContent = '';
      if (left <= 0)
        ways.append(
          button(texts.resend, () => send('resend', channel)),
          ...otherWays(frame, channel),
        );
    },
    type(code) {
      field.value = code;
      go();
    },
  };
}

/** The line above the field. */
export function sentText(texts: Texts, { destination }: State, { channel, codeLength, delivery }: Sent): string {
  const values = { to: maskNumber(destination), by: channelName(texts, channel), n: codeLength };
  const text = channel === FLASHCALL ? texts.flash : /^(VOICE|TEXT)/.test(channel) ? texts.voice : texts.sentTo;
  const isNews = delivery === 'undelivered' || (delivery === 'delivered' && text === texts.sentTo);
  return fill(isNews ? `${text} ${texts[delivery]}` : text, values);
}
