// The page of the phone: a number, its chats, and the acts of the person. A change of the phone arrives as an event, and
// the page reads the phone again.
import { listOf, openChat } from './chat.js';
import { make, shortTimeOf, shownNumber } from './looks.js';

const main = document.querySelector('#main');
const form = document.querySelector('#whose');
const state = document.querySelector('#state');

const parameters = new URLSearchParams(location.search);
const number = digitsOf(parameters.get('number') ?? '');
const person = digitsOf(parameters.get('person') ?? '');
const query = new URLSearchParams({ number, ...(person !== '' && { person }) }).toString();
/** Chat → time of the newest message that the person has seen. */
const seen = new Map();
let screen = { chats: [], bots: [] };
let openId = '';

const chat = openChat({ perform, back: () => open('') });
const list = make('div', { class: 'side' });

function digitsOf(text) {
  const digits = text.replaceAll(/\D/g, '');
  return digits.length === 11 && digits.startsWith('8') ? `7${digits.slice(1)}` : digits;
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const wanted = { number: digitsOf(form.elements.number.value), person: digitsOf(form.elements.person.value) };
  if (wanted.number.length < 5) {
    say('A phone number has 5 to 15 digits.');
    form.elements.number.focus();
    return;
  }
  go(wanted);
});

function go(wanted) {
  const filled = Object.entries(wanted).filter(([, value]) => value !== '');
  location.search = new URLSearchParams(filled).toString();
}

function say(text) {
  state.textContent = text;
}

async function ask(path, options) {
  const response = await fetch(path, options);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

async function perform(act) {
  try {
    const body = JSON.stringify({ number, ...(person !== '' && { person }), ...act });
    await ask('/phone/acts', { method: 'POST', body });
    say('');
    await refresh();
  } catch (error) {
    say(`Not done: ${error.message}`);
  }
}

function open(id) {
  openId = id;
  history.replaceState(
    null,
    '',
    `${location.pathname}${location.search}${id === '' ? '' : `#${encodeURIComponent(id)}`}`,
  );
  render();
  if (id === '') main.querySelector('.row')?.focus();
  else chat.focus();
}

const newestMs = ({ messages }) => messages.at(-1)?.atMs ?? 0;
const newOf = ({ id, messages }) =>
  messages.filter(({ atMs, kind }) => (kind === 'in' || kind === 'call') && atMs > (seen.get(id) ?? 0)).length;

function render() {
  const all = [...screen.chats, ...screen.bots];
  const shown = all.find(({ id }) => id === openId);
  if (shown !== undefined) seen.set(shown.id, newestMs(shown));
  // The button that has the focus is built again, and gets the focus again.
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.chat : undefined;
  list.replaceChildren(listOf(screen, { openId, open, newOf }));
  if (focused !== undefined)
    [...list.querySelectorAll('.row')].find(({ dataset }) => dataset.chat === focused)?.focus();
  main.classList.toggle('opened', shown !== undefined);
  if (shown === undefined) {
    chat.element.hidden = true;
    hint.hidden = false;
  } else {
    chat.element.hidden = false;
    hint.hidden = true;
    chat.show(shown);
  }
}

const hint = make(
  'section',
  { class: 'hint', 'aria-label': 'How it works' },
  make('p', { class: 'big' }, 'Choose a chat'),
  make(
    'p',
    {},
    'You see what the owner of this number sees on every channel. Answers, buttons, starts and stops go to the service over the webhooks of the provider, like those of real people.',
  ),
  make(
    'p',
    {},
    'The simulator reads messages of messengers by itself; number 70001000005 is never read until you do it. The newest 100 messages and 100 own entries per number are kept.',
  ),
);

async function refresh() {
  screen = await ask(`/phone/screen?${query}`);
  render();
}

/** Reads again after every event, one read at a time. */
function follow(path, read) {
  let isReading = false;
  let isDue = false;
  const readOn = async () => {
    isDue = true;
    if (isReading) return;
    isReading = true;
    while (isDue) {
      isDue = false;
      await read().catch((error) => say(`The simulator does not answer: ${error.message}`));
    }
    isReading = false;
  };
  const source = new EventSource(path);
  source.addEventListener('message', () => void readOn());
  source.addEventListener('open', () => say(''));
  source.addEventListener('error', () => say('The simulator does not answer. Trying again.'));
}

async function showRecent() {
  const { numbers } = await ask('/phone/recent');
  const rows = numbers.map((one) =>
    make(
      'li',
      {},
      make(
        'a',
        { class: 'row', href: `/phone?number=${one.number}` },
        make(
          'span',
          { class: 'names' },
          make('span', { class: 'title' }, shownNumber(one.number)),
          make('span', { class: 'preview' }, one.number),
        ),
        make(
          'span',
          { class: 'aside' },
          shortTimeOf(one.atMs),
          make('span', { class: 'count' }, one.messages === 1 ? '1 message' : `${one.messages} messages`),
        ),
      ),
    ),
  );
  recent.replaceChildren(
    ...(rows.length > 0
      ? rows
      : [make('li', { class: 'empty' }, 'No message yet. Send one over the API, and its number appears here.')]),
  );
}

const recent = make('ul', {});

const OUTCOMES = [
  ['70001000000', 'delivered at once'],
  ['70001000004', 'delivered, then read'],
  ['70001000005', 'delivered, read only when you read it'],
  ['70001000007', 'answers over WhatsApp'],
  ['70001000010', 'undelivered on messengers, and free'],
  ['70001000016', 'its VIBER provider fails, another delivers'],
];

function outcomes() {
  const rows = OUTCOMES.map(([digits, text]) =>
    make(
      'li',
      {},
      make(
        'a',
        { class: 'row', href: `/phone?number=${digits}` },
        make(
          'span',
          { class: 'names' },
          make('span', { class: 'title' }, shownNumber(digits)),
          make('span', { class: 'preview' }, text),
        ),
      ),
    ),
  );
  return make(
    'section',
    { class: 'card' },
    make('h2', {}, 'Numbers with a fixed outcome'),
    make('p', {}, 'Send to one of these, and the simulator plays its part.'),
    make('ul', {}, ...rows),
  );
}

if (number === '') {
  main.className = 'start';
  main.append(
    make(
      'section',
      { class: 'card' },
      make('h2', {}, 'Whose phone?'),
      make(
        'p',
        {},
        'Write a number above, or take one that got messages a moment ago. Any number works: the simulator answers for all of them.',
      ),
      recent,
    ),
  );
  main.append(outcomes());
  form.elements.number.focus();
  follow('/phone/changes', showRecent);
} else {
  document.title = `${shownNumber(number)} · Phone`;
  form.elements.number.value = number;
  form.elements.person.value = person;
  main.className = 'phone';
  main.append(list, chat.element, hint);
  openId = decodeURIComponent(location.hash.slice(1));
  follow(`/phone/changes?${query}`, refresh);
}
