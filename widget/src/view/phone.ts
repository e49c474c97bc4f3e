// Number, channels, captcha and "Get the code".
import { completeNumber, formatNumber, maskNumber } from '../phone-number.ts';
import { channelName } from '../texts/choose.ts';
import { button, element, group, onEnter, setFlag, setText } from './element.ts';
import { type Frame, isProof, type Screen } from './screen.ts';

export function phoneScreen(frame: Frame): Screen {
  const { texts, state, isEditable, send, showCaptcha } = frame;
  let { channel, destination } = state;
  const look = (): void => {
    if (completeNumber(field.value)) showCaptcha();
  };
  const typed = (): string => completeNumber(field.value) || field.value.trim();
  const submit = (): void => send('submit', typed(), channel);
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
    keydown: onEnter(submit),
  });
  const masked = group();
  const showNumber = (): void => {
    if (typed() !== destination) field.value = formatNumber(destination);
    setText(masked, `${texts.phoneLabel}: ${maskNumber(destination)}`);
    look();
  };
  showNumber();
  const go = button('', submit, 'main');
  const progress = element('progress', { 'aria-label': texts.checking });
  const nodes: Node[] = [
    isEditable
      ? group(element('label', { for: 'p' }, texts.phoneLabel), field, element('small', { id: 'h' }, texts.phoneHint))
      : masked,
  ];
  if (state.settings?.channels[1]) {
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') field.focus();
      onEnter(submit)(event);
    };
    nodes.push(
      channelList(frame, leave, (name) => {
        channel = name;
      }),
    );
  }
  nodes.push(group(element('slot', { name: 'captcha' }), progress), go);
  return {
    nodes,
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
      setText(go, progress.hidden ? texts.getCode : texts.checking);
    },
  };
}

function channelList(
  { texts, state }: Frame,
  keydown: (event: KeyboardEvent) => void,
  choose: (channel: string) => void,
): Node {
  const list = element('fieldset', { class: 'field', keydown }, element('legend', {}, texts.channels));
  for (const name of state.settings?.channels ?? []) {
    const radio = element('input', { type: 'radio', name: 'c', change: () => choose(name) });
    radio.checked = name === state.channel;
    list.append(element('label', {}, radio, channelName(texts, name)));
  }
  return list;
}
