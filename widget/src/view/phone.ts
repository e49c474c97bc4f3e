// Number, captcha, "Get the code", and below them the other channels: on a phone, a list of channels between the number
// and its button would move the button out of sight.
import { completeNumber, formatNumber, maskNumber } from '../phone-number.ts';
import { isProof } from '../state.ts';
import { channelName } from '../texts/choose.ts';
import { button, element, group, onEnter, row, setFlag, setText } from './element.ts';
import { type Frame, otherWays, type Screen } from './screen.ts';

export function phoneScreen(frame: Frame): Screen {
  const { texts, state, isEditable, send, showCaptcha } = frame;
  const { channel } = state;
  let { destination } = state;
  const look = (): void => {
    if (completeNumber(field.value)) showCaptcha();
  };
  const typed = (): string => completeNumber(field.value) || field.value.trim();
  const submit = (by: string): void => send('submit', typed(), by);
  const submitFirst = (): void => submit(channel);
  const field = element('input', {
    id: 'p',
    class: 'text',
    type: 'tel',
    autocomplete: 'tel',
    'aria-describedby': 'h e',
    input: () => {
      if (frame.state.screen === 'captcha') send('back');
      look();
    },
    blur: () => {
      field.value = formatNumber(field.value);
    },
    keydown: onEnter(submitFirst),
  });
  const masked = group();
  const showNumber = (): void => {
    if (typed() !== destination) field.value = formatNumber(destination);
    setText(masked, `${texts.phoneLabel}: ${maskNumber(destination)}`);
    look();
  };
  showNumber();
  const go = button('', submitFirst, 'main');
  const ways = otherWays(frame, channel, submit);
  const label = ways[0] ? `${texts.getCode} (${channelName(texts, channel)})` : texts.getCode;
  const progress = element('progress', { 'aria-label': texts.checking });
  return {
    nodes: [
      isEditable
        ? group(element('label', { for: 'p' }, texts.phoneLabel), field, element('small', { id: 'h' }, texts.phoneHint))
        : masked,
      group(element('slot', { name: 'captcha' }), progress),
      go,
      row(...ways),
    ],
    focus: isEditable ? field : go,
    update(present) {
      // The page may set another number while this screen is shown.
      if (present.destination !== destination) {
        ({ destination } = present);
        showNumber();
      }
      const isWaiting = present.screen === 'captcha';
      setFlag(go, 'aria-disabled', isWaiting);
      setFlag(field, 'aria-invalid', present.reason);
      progress.hidden = !isWaiting || !isProof(present);
      setText(go, progress.hidden ? label : texts.checking);
    },
  };
}
