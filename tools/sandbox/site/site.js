// The page of the demo site. The first part is all that a site needs; the second shows the phone and the trace.
const form = document.querySelector('#account');
const outcome = document.querySelector('#outcome');
const language = document.querySelector('#language');

function mountWidget() {
  form.elements.phone_verification_key.value = '';
  return globalThis.VerifyWidget.mount(
    '#verify',
    { widgetId: form.dataset.widget, lang: language.value },
    // The shop's server asks for the code: the key of the API never reaches a browser.
    (key) =>
      fetch('/phone', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ key }),
      }),
    ({ key, destination }) => {
      form.elements.phone_verification_key.value = key;
      form.elements.phone.value = destination;
    },
  );
}

async function createAccount() {
  const response = await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) });
  outcome.textContent = await response.text();
  outcome.className = response.ok ? 'good' : 'bad';
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  createAccount().catch(console.warn);
});

let widget = mountWidget();

// For the demonstration only.
const CHANNELS = {
  viber: 'Viber',
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  max: 'MAX',
  flashcall: 'Call',
  voicecode: 'Voice call',
};
const EVENTS = ['ready', 'sending', 'sent', 'delivered', 'wrong-code', 'confirmed', 'error'];
const POLL_MS = 1_000;
const TRACE_MAX = 12;
const messages = document.querySelector('#messages');
const trace = document.querySelector('#trace');
const browserEvents = [];
const openedAt = new Date().toISOString();
let shown = '';

for (const name of EVENTS) {
  document.addEventListener(`verify:${name}`, ({ detail }) => {
    const code = detail?.code === undefined ? '' : ` ${detail.code}`;
    browserEvents.push({ at: new Date().toISOString(), text: `browser: ${name}${code}` });
    showFeed().catch(console.warn);
  });
}

language.addEventListener('change', () => {
  widget = mountWidget();
});
document.querySelector('#numbers').addEventListener('click', ({ target }) => {
  if (!(target instanceof HTMLButtonElement)) return;
  form.elements.phone_verification_key.value = '';
  widget.setDestination(target.value);
  widget.focus();
});

function element(name, text, className = '') {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}

const clock = (at) => new Date(at).toLocaleTimeString('en-GB');
const grouped = (number) => number.replace(/^(\d)(\d{3})(\d{3})(\d{2})(\d{2})$/, '+$1 $2 $3-$4-$5');

function messageItem({ at, account, source, destination, text }) {
  const item = document.createElement('li');
  const channel = CHANNELS[account] ?? 'SMS';
  const from = account === 'flashcall' ? `+7 ••• •••-${text.slice(0, 2)}-${text.slice(2)}` : source;
  const content = account === 'flashcall' ? `Missed call: the number ends in ${text}` : text;
  item.append(
    element('span', `${channel} · ${from} · ${clock(at)}`, 'from'),
    element('span', content, 'text'),
    element('span', `to ${grouped(destination)}`, 'to'),
  );
  return item;
}

async function showFeed() {
  const feed = await (await fetch('/feed')).json();
  const now = JSON.stringify([feed, browserEvents.length]);
  if (now === shown) return;
  shown = now;
  messages.replaceChildren(...feed.messages.map(messageItem));
  document.querySelector('#quiet').hidden = feed.messages.length > 0;
  const calls = feed.calls.filter(({ at }) => at >= openedAt);
  const serverCalls = calls.map(({ at, call, status, answer }) => ({
    at,
    text: `server: ${call} → ${status} ${JSON.stringify(answer)}`,
  }));
  const lines = [...browserEvents, ...serverCalls].toSorted((a, b) => (a.at < b.at ? -1 : 1)).slice(-TRACE_MAX);
  trace.replaceChildren(...lines.map(({ at, text }) => element('li', `${clock(at)} ${text}`)));
}

setInterval(() => showFeed().catch(console.warn), POLL_MS);
