// Runs a widget: the machine, its effects and its drawing, until the element leaves the page.
import { createCall } from './call.ts';
import { runEffect } from './effects.ts';
import { captchaOf, type Instance, type Order } from './instance.ts';
import { type Event, step } from './machine.ts';
import { now, setTimeout } from './originals.ts';
import { START } from './state.ts';
import { withTexts, wordsOf } from './texts/choose.ts';
import { element } from './view/element.ts';
import { createView } from './view/view.ts';
import { readSms } from './web-otp.ts';

const TICK_MS = 500;

export function createInstance(order: Order): Instance {
  const { container, origin, options } = order;
  const { destination = '', destinationEditable, channel = '', theme = '', preview } = options;
  const place = element('div', { slot: 'captcha', tabindex: '-1' });
  const host = element('div', {}, place);
  container.append(host);
  const { lang, texts, fetched } = wordsOf(options.lang || document.documentElement.lang);
  const waiting: Event[] = [];
  const instance: Instance = {
    ...order,
    place,
    host,
    lang,
    texts,
    words: texts,
    isEditable: !destination || !!destinationEditable,
    call: preview ?? createCall(`${origin}/widget/v1/`),
    view: createView(host, theme),
    state: { ...START, destination, channel },
    showCaptcha: () => captchaOf(instance)?.show(),
    // Effects of an event end before the next event begins, also if the page sends one from a function they call.
    send(...event) {
      if (waiting.push(event) > 1) return;
      for (; waiting[0]; waiting.shift()) move(instance, waiting[0]);
    },
  };
  show(instance);
  runEffect(instance, ['load']);
  if (fetched) void fetchWords(instance, fetched);
  return instance;
}

async function fetchWords(instance: Instance, lang: string): Promise<void> {
  const answer = await instance.call<Record<string, string>>(`texts/${lang}.json`);
  if (answer.code !== undefined) return;
  instance.words = withTexts(instance.words, answer);
  instance.lang = lang;
  show(instance);
}

export function endInstance(instance: Instance): void {
  const { host, captcha, timer, reading, container } = instance;
  instance.isEnded = true;
  reading?.abort();
  clearTimeout(timer);
  captcha?.remove();
  host.remove();
  container.removeAttribute('data-verified');
}

function move(instance: Instance, event: Event): void {
  const { host, state: before, container, place } = instance;
  // An element that has left the page asks for nothing any more.
  if (!instance.isEnded && !host.isConnected) endInstance(instance);
  if (instance.isEnded) return;
  const [state, ...effects] = step(before, event, now());
  instance.state = state;
  if (state.settings?.testMode && !host.shadowRoot && event[0] === 'loaded') open(instance);
  if (state.screen !== 'done') container.removeAttribute('data-verified');
  for (const effect of effects) if (effect) runEffect(instance, effect);
  show(instance);
  if (state.error === 110 && before.error !== 110) place.focus();
}

/** A shadow root cannot change its mode, so the host gets a successor. */
function open(instance: Instance): void {
  const { host, place, options } = instance;
  instance.host = element('div', {}, place);
  host.replaceWith(instance.host);
  instance.view = createView(instance.host, options.theme ?? '', 'open');
}

function show(instance: Instance): void {
  const { view, state, options, words, send, timer, reading } = instance;
  const { screen, settings, sent } = state;
  instance.texts = withTexts(words, settings?.texts, options.texts);
  view.show(instance);
  clearTimeout(timer);
  if (sent || state.until) instance.timer = setTimeout(() => send('time'), TICK_MS);
  const isReading = screen === 'code' && sent?.channel === 'SMS';
  if (isReading === !!reading) return;
  reading?.abort();
  instance.reading = isReading ? readSms((code) => view.type(code)) : undefined;
}
