// The list of chats, and one open chat.
import { bubbleOf } from './bubble.js';
import { dayOf, make, markOf, nameOf, shortTimeOf } from './looks.js';

/** `newOf(chat)`: messages since the person looked. */
export function listOf({ chats, bots }, { openId, open, newOf }) {
  const rowOf = (chat) => {
    const last = chat.messages.at(-1);
    const fresh = newOf(chat);
    return make(
      'li',
      {},
      make(
        'button',
        {
          type: 'button',
          class: 'row',
          'aria-current': chat.id === openId ? 'true' : undefined,
          data: { chat: chat.id },
          on: { click: () => open(chat.id) },
        },
        markOf(chat.channel),
        make(
          'span',
          { class: 'names' },
          make(
            'span',
            { class: 'title' },
            chat.title,
            chat.channel !== 'CALL' && make('span', { class: 'via' }, ` · ${kindOf(chat)}`),
          ),
          make('span', { class: 'preview' }, last === undefined ? 'Not started' : previewOf(last)),
        ),
        make(
          'span',
          { class: 'aside' },
          last === undefined ? '' : shortTimeOf(last.atMs),
          fresh > 0 && make('span', { class: 'fresh' }, String(fresh), make('span', { class: 'sr' }, ' new')),
        ),
      ),
    );
  };
  return make(
    'nav',
    { class: 'chats', 'aria-label': 'Chats' },
    chats.length === 0
      ? make('p', { class: 'empty' }, 'No message has reached this phone yet. The list fills by itself.')
      : make('ul', {}, ...chats.map(rowOf)),
    bots.length > 0 && make('h2', {}, 'Bots to open'),
    bots.length > 0 && make('ul', {}, ...bots.map(rowOf)),
  );
}

const kindOf = ({ channel, isBot }) => (isBot && channel !== 'VK' ? `${nameOf(channel)} bot` : nameOf(channel));

function previewOf({ kind, text, channel, pictureUrl, file, header }) {
  if (kind === 'call') return channel === 'FLASHCALL' ? 'Missed call' : text;
  const words = text || header || (pictureUrl !== undefined ? 'Picture' : (file?.name ?? ''));
  return kind === 'out' ? `You: ${words}` : words;
}

/** An open chat: `show` takes its next state and keeps what the person is typing. */
export function openChat({ perform, back }) {
  const title = make('h2', { tabindex: '-1' });
  const kind = make('p', { class: 'kind' });
  const mark = make('span', {});
  const actions = make('div', { class: 'actions' });
  const entries = make('ol', { class: 'entries' });
  const log = make('div', { class: 'log', role: 'log', 'aria-label': 'Messages', tabindex: '0' }, entries);
  const foot = make('div', { class: 'composer' });
  const element = make(
    'section',
    { class: 'chat', 'aria-label': 'Chat' },
    make(
      'header',
      {},
      make(
        'button',
        { type: 'button', class: 'back', on: { click: back } },
        make('span', { 'aria-hidden': 'true' }, '‹ '),
        'Chats',
      ),
      mark,
      make('div', { class: 'who' }, title, kind),
      actions,
    ),
    log,
    foot,
  );
  let shown = { id: '', form: '', messages: new Map() };

  const show = (chat) => {
    const act = (change) => perform({ chat: chat.id, ...change });
    if (shown.id !== chat.id) {
      shown = { id: chat.id, form: '', messages: new Map() };
      entries.replaceChildren();
      mark.replaceChildren(markOf(chat.channel));
      title.textContent = chat.title;
      kind.textContent = kindOf(chat);
      log.dataset.channel = chat.channel;
    }
    // Built again only if it changes: a text that the person is typing stays.
    const form = JSON.stringify([chat.acts, chat.isStopped, chat.messages.length === 0]);
    if (form !== shown.form) {
      shown.form = form;
      actions.replaceChildren(...actionsOf(chat, act));
      foot.replaceChildren(footOf(chat, act));
    }
    const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 80;
    const isChanged = showMessages(entries, shown.messages, chat, act);
    if (isChanged && isAtEnd) log.scrollTop = log.scrollHeight;
  };
  return { element, show, focus: () => title.focus() };
}

/** Keeps the elements of unchanged messages, so that only new ones are announced. */
function showMessages(entries, known, chat, act) {
  let isChanged = false;
  let day = '';
  const wanted = [];
  for (const message of chat.messages) {
    const today = dayOf(message.atMs);
    if (today !== day) wanted.push(keep(`day ${today}`, '', () => make('li', { class: 'day' }, today)));
    day = today;
    wanted.push(keep(message.id, JSON.stringify(message), () => bubbleOf(message, { acts: chat.acts, perform: act })));
  }
  function keep(id, state, build) {
    const before = known.get(id);
    if (before?.state === state) return before.element;
    isChanged = true;
    const element = build();
    known.set(id, { state, element });
    return element;
  }
  wanted.forEach((element, at) => {
    if (entries.children[at] !== element) entries.insertBefore(element, entries.children[at] ?? null);
  });
  while (entries.children.length > wanted.length) entries.lastChild.remove();
  return isChanged;
}

function actionsOf({ acts, isStopped, messages, channel }, act) {
  const button = (label, change) => make('button', { type: 'button', on: { click: () => act(change) } }, label);
  const isVk = channel === 'VK';
  if (messages.length === 0) return [];
  return [
    acts.includes('starts') && button(isVk ? 'Allow messages' : 'Start', { act: 'starts' }),
    acts.includes('shares') && !isStopped && button('Share contact', { act: 'shares' }),
    acts.includes('stops') && !isStopped && button(isVk ? 'Deny messages' : 'Stop and block', { act: 'stops' }),
  ].filter((one) => one !== false);
}

function footOf({ acts, isStopped, messages, channel, isBot }, act) {
  if (isBot && messages.length === 0) return startForm(channel, act);
  if (isStopped) return make('p', { class: 'closed' }, 'You stopped this bot: its messages do not reach you.');
  if (!acts.includes('writes'))
    return make(
      'p',
      { class: 'closed' },
      closedBecause[channel] ?? 'Answers do not reach the service on this channel.',
    );
  const input = make('input', {
    id: 'answer',
    name: 'answer',
    maxlength: '4096',
    autocomplete: 'off',
    placeholder: 'Write as the person',
  });
  const send = (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (text === '') return;
    input.value = '';
    act({ act: 'writes', text });
  };
  return make(
    'form',
    { on: { submit: send } },
    make('label', { class: 'sr', for: 'answer' }, 'Answer'),
    input,
    make('button', { class: 'main' }, 'Send'),
  );
}

const closedBecause = {
  CALL: 'Calls cannot be answered here.',
  PUSH: 'Push messages have no answers.',
};

/** `payload`: the parameter of the link by which the person came. */
function startForm(channel, act) {
  const input = make('input', {
    id: 'payload',
    name: 'payload',
    maxlength: '128',
    autocomplete: 'off',
    placeholder: 'Parameter of the link, if any',
  });
  const start = (event) => {
    event.preventDefault();
    act({ act: 'starts', payload: input.value.trim() });
  };
  const isVk = channel === 'VK';
  return make(
    'form',
    { on: { submit: start } },
    make('label', { class: 'sr', for: 'payload' }, 'Parameter of the link'),
    isVk ? '' : input,
    make('button', { class: 'main' }, isVk ? 'Allow messages' : 'Start the bot'),
  );
}
