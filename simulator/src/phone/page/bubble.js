// One message of a chat as its recipient sees it.
import { linkTo, make, nameOf, timeOf, withLinks } from './looks.js';

/** `acts`: what the person can do in the chat; `perform` does it. */
export function bubbleOf(message, { acts, perform }) {
  if (message.kind === 'event') return make('li', { class: 'event' }, `${message.text} · ${timeOf(message.atMs)}`);
  if (message.kind === 'call') return callOf(message);
  const isOwn = message.kind === 'out';
  const replies = message.buttons.filter(({ url }) => url === undefined);
  const links = message.buttons.filter(({ url }) => url !== undefined);
  return make(
    'li',
    { class: isOwn ? 'message own' : 'message', data: { channel: message.channel } },
    make(
      'div',
      { class: 'bubble' },
      make('span', { class: 'sr' }, isOwn ? 'You wrote: ' : `${message.sender} wrote: `),
      ...picture(message),
      message.header !== undefined && make('p', { class: 'header' }, message.header),
      message.text !== '' && make('p', { class: isCode(message) ? 'text code' : 'text' }, ...withLinks(message.text)),
      ...file(message),
      message.footer !== undefined && make('p', { class: 'footer' }, message.footer),
      footOf(message, { acts, perform, isOwn }),
    ),
    links.length > 0 && make('div', { class: 'buttons' }, ...links.map(({ label, url }) => linkButton(label, url))),
    replies.length > 0 &&
      make('div', { class: 'buttons' }, ...replies.map((button) => replyButton(button, { acts, perform, message }))),
  );
}

/** The Telegram Gateway sends the bare code. */
const isCode = ({ text, kind }) => kind === 'in' && /^\d{4,8}$/.test(text);

function footOf(message, { acts, perform, isOwn }) {
  const time = make('time', { datetime: new Date(message.atMs).toISOString() }, timeOf(message.atMs));
  if (isOwn || !acts.includes('reads')) return make('p', { class: 'foot' }, time);
  const mark = message.isRead
    ? make('span', { class: 'read' }, '✓ Read')
    : make(
        'button',
        { type: 'button', on: { click: () => perform({ act: 'reads', message: message.id }) } },
        'Mark as read',
      );
  return make('p', { class: 'foot' }, mark, time);
}

/** Pictures are on other hosts, and this page asks no other host: it shows their address. */
function picture({ pictureUrl }) {
  if (pictureUrl === undefined) return [];
  const name = pictureUrl.split(/[?#]/)[0].split('/').at(-1) || pictureUrl;
  return [
    linkTo(
      pictureUrl,
      make(
        'span',
        { class: 'picture' },
        make('span', { class: 'scene', 'aria-hidden': 'true' }),
        make('span', {}, `Picture ${name}`),
      ),
    ),
  ];
}

const file = (message) =>
  message.file === undefined
    ? []
    : [
        linkTo(
          message.file.url,
          make('span', { class: 'file' }, make('span', { 'aria-hidden': 'true' }, '📎 '), message.file.name),
        ),
      ];

const linkButton = (label, url) => {
  const link = linkTo(url, label, make('span', { 'aria-hidden': 'true' }, ' ↗'));
  link.className = 'key';
  return link;
};

const replyButton = ({ label, id }, { acts, perform, message }) =>
  make(
    'button',
    {
      type: 'button',
      class: 'key',
      disabled: !acts.includes('writes'),
      on: { click: () => perform({ act: 'writes', text: label, button: id, message: message.id }) },
    },
    label,
  );

function callOf({ channel, sender, text, atMs }) {
  const digits = text.replaceAll(/\D/g, '').slice(-4);
  const isFlash = channel === 'FLASHCALL';
  const from = isFlash ? `+7 ··· ···-${digits.slice(0, 2)}-${digits.slice(2)}` : sender;
  return make(
    'li',
    { class: 'call', data: { channel } },
    make('span', { class: 'icon', 'aria-hidden': 'true' }, isFlash ? '↙' : '☎'),
    make(
      'div',
      {},
      make('p', { class: 'from' }, isFlash ? `Missed call from ${from}` : `Call from ${from}`),
      make(
        'p',
        { class: 'said' },
        isFlash ? `The last four digits are the code: ${digits}` : `A voice says: “${text}”`,
      ),
    ),
    make('p', { class: 'foot' }, callNames[channel] ?? nameOf(channel), make('time', {}, timeOf(atMs))),
  );
}

const callNames = { FLASHCALL: 'Flash call', VOICECODE: 'Voice code', TEXT_TO_SPEECH: 'Text to speech' };
