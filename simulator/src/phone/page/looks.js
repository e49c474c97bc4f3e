// Names and marks of the channels, and the words for numbers and times.

/** Channel → name, and the letters of its mark. */
export const CHANNELS = {
  SMS: ['SMS', 'SMS'],
  VIBER: ['Viber', 'Vb'],
  WHATSAPP: ['WhatsApp', 'WA'],
  VK: ['VK', 'VK'],
  TELEGRAM: ['Telegram', 'TG'],
  MAX: ['MAX', 'MX'],
  WEASY: ['Weasy', 'We'],
  PUSH: ['Push', '!'],
  CALL: ['Phone', '☎'],
};

export const nameOf = (channel) => CHANNELS[channel]?.[0] ?? channel;

/** Makes an element; a child that is a text is never read as markup. */
export function make(tag, { on = {}, data = {}, ...attributes } = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : value);
  }
  Object.assign(element.dataset, data);
  for (const [name, listener] of Object.entries(on)) element.addEventListener(name, listener);
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
}

export const markOf = (channel) =>
  make('span', { class: 'mark', 'aria-hidden': 'true', data: { channel } }, CHANNELS[channel]?.[1] ?? '?');

/** +7 916 123-00-44, or the digits as they are. */
export function shownNumber(digits) {
  const [, area, first, second, third] = /^7(\d{3})(\d{3})(\d\d)(\d\d)$/.exec(digits) ?? [];
  return area === undefined ? `+${digits}` : `+7 ${area} ${first}-${second}-${third}`;
}

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const short = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const day = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });

export const timeOf = (atMs) => clock.format(atMs);
export const shortTimeOf = (atMs) => short.format(atMs);
export const dayOf = (atMs) => (day.format(atMs) === day.format(Date.now()) ? 'Today' : day.format(atMs));

const isWeb = (text) => /^(https?|tel):/.test(text);

/** A link that the person opens in a tab of its own; other schemes stay texts. */
export const linkTo = (url, ...children) =>
  isWeb(url)
    ? make('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, ...children)
    : make('span', {}, ...children);

/** The text with its web addresses as links. */
export const withLinks = (text) =>
  text.split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/).map((part, at) => (at % 2 === 1 ? linkTo(part, part) : part));
