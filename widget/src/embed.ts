// `embed.js`, for sites without a developer:
//   <div data-volley-verify="HTFgf5" data-form="auto"></div>
//   <script src="https://HOST/widget/v1/embed.js" defer></script>
// Shows the widget once the phone field of the form holds a number, writes the key into the form, and holds the form
// until the number is confirmed. Builders add and replace forms by script, so the page is watched.
// The hold is for visitors only: a server must ask about the key, because a browser can be changed.
import { findPhoneForm, numberIn, type PhoneForm, typedField } from './embed/phone-field.ts';
import { mount } from './mount.ts';
import type { Handle } from './options.ts';
import { console } from './originals.ts';
import './verify.ts';

type Embed = PhoneForm & {
  readonly host: HTMLElement;
  readonly hidden: HTMLInputElement;
  /** Number that the widget shows or has confirmed; empty: none. */
  number: string;
  handle?: Handle | undefined;
  timer?: number;
};

const SELECTOR = '[data-volley-verify]';
const KEY_FIELD = 'phone_verification_key';
/** The last is the order button of 1C-Bitrix, which is a link. */
const SUBMITTERS = 'button:not([type]),[type=submit],[type=image],[data-save-button]';
/** Pause of the typing visitor after which the number counts. */
const TYPING_MS = 400;
/** A form that is missing for so long after the page has loaded is a mistake of the page. */
const FORM_MISSING_MS = 5_000;

const embeds = new Map<HTMLElement, Embed>();

/** Takes up new elements, and drops those that have left the page or whose form was replaced. */
function scan(): void {
  embeds.forEach((embed) => {
    if (!embed.host.isConnected || !embed.form.isConnected || !embed.form.contains(embed.field)) drop(embed);
  });
  document.querySelectorAll<HTMLElement>(SELECTOR).forEach((host) => {
    if (embeds.has(host)) return;
    try {
      const found = findPhoneForm(host);
      if (found) take(host, found);
    } catch (error) {
      complain(host, String(error));
    }
  });
}

function take(host: HTMLElement, { form, field }: PhoneForm): void {
  const hidden = document.createElement('input');
  hidden.type = 'hidden';
  hidden.name = KEY_FIELD;
  form.appendChild(hidden);
  const embed: Embed = { host, form, field, hidden, number: '' };
  embeds.set(host, embed);
  follow(embed);
}

function drop(embed: Embed): void {
  embeds.delete(embed.host);
  clearTimeout(embed.timer);
  embed.handle?.unmount();
  embed.hidden.remove();
}

/** Makes the widget follow the number of the form. A number that has changed needs a new confirmation. */
function follow(embed: Embed): void {
  clearTimeout(embed.timer);
  const { host, field, hidden, handle } = embed;
  const number = numberIn(field.value);
  if (number === embed.number) return;
  embed.number = number;
  hidden.value = '';
  if (number === '') {
    handle?.unmount();
    embed.handle = undefined;
  } else if (handle) handle.setDestination(field.value);
  else embed.handle = show(embed, host.dataset);
}

function show(embed: Embed, { volleyVerify = '', lang, theme, channel }: DOMStringMap): Handle {
  const options = {
    widgetId: volleyVerify,
    destination: embed.field.value,
    ...(lang && { lang }),
    ...(theme && { theme: theme as 'light' }), // the widget takes an unknown theme as its default
    ...(channel && { channel }),
  };
  return mount(embed.host, options, undefined, ({ key, destination }) => {
    if (numberIn(destination) === embed.number) embed.hidden.value = key;
  });
}

function changed({ target }: Event): void {
  embeds.forEach((embed) => {
    // A mask or a form's reset changes the field after the event.
    if (target instanceof Node && embed.form.contains(target)) {
      if (numberIn(embed.field.value) !== embed.number) embed.hidden.value = '';
      clearTimeout(embed.timer);
      embed.timer = window.setTimeout(() => follow(embed), TYPING_MS);
    }
  });
}

/** Runs on the window in the capture phase, before every listener of the page, whenever it was added. */
function hold(event: Event): void {
  embeds.forEach((embed) => {
    if (!isSending(event, embed)) return;
    follow(embed);
    if (embed.hidden.value !== '') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    (embed.number === '' ? typedField(embed) : (embed.handle ?? embed.host)).focus();
  });
}

/** Builders send by script on the click of a button, with or without a `submit` event. */
function isSending({ type, target }: Event, { form, host }: Embed): boolean {
  if (type === 'submit') return target === form;
  if (!(target instanceof Element) || host.contains(target)) return false;
  const button = target.closest<HTMLButtonElement>(SUBMITTERS);
  if (button && (form.contains(button) || button.form === form)) return true;
  const { submit } = host.dataset;
  return !!submit && target.closest(submit) !== null;
}

function complain(host: HTMLElement, problem: string): void {
  console.error(`verify-widget ${host.dataset['volleyVerify']}: ${problem}`);
}

function start(): void {
  scan();
  let isDue = false;
  new MutationObserver(() => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      scan();
    });
  }).observe(document, { childList: true, subtree: true });
  setTimeout(() => {
    document.querySelectorAll<HTMLElement>(SELECTOR).forEach((host) => {
      if (!embeds.has(host)) complain(host, 'the page has no form with a phone field; see data-form and data-phone');
    });
  }, FORM_MISSING_MS);
}

for (const type of ['click', 'submit']) window.addEventListener(type, hold, true);
for (const type of ['input', 'change', 'reset']) window.addEventListener(type, changed, true);
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
else start();
