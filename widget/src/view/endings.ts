// Screens without a field: waiting and trouble.
import { EXPIRED } from '../state.ts';
import { button, clockText, element, group, row, setFlag, setText } from './element.ts';
import { changeNumber, type Frame, otherWays, type Screen } from './screen.ts';

export const waitingScreen = (frame: Frame): Screen => ({
  nodes: [group(element('progress', { 'aria-label': frame.texts.sending })), row(...changeNumber(frame, true))],
});

/** Nothing but the message after 310: the page has to be changed. */
export function troubleScreen(frame: Frame): Screen {
  const { texts, state, send } = frame;
  const { error, channel } = state;
  if (error === 310) return { nodes: [] };
  const label = error === EXPIRED ? texts.getCode : texts.retry;
  const main = button(label, () => send('retry'), 'main');
  const ways = error === EXPIRED || error === 230 ? otherWays(frame, channel) : [];
  return {
    nodes: [main, row(...ways, ...changeNumber(frame))],
    focus: main,
    update({ until }, now) {
      setFlag(main, 'aria-disabled', until > now);
      setText(main, until > now ? `${label} (${clockText(until - now)})` : label);
    },
  };
}
