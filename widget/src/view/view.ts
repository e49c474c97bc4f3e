// The shadow tree: one status line, one alert, and the screen of the present state. Redraws a screen only when another
// one begins, so that the focus and half-typed texts stay.
import { errorText } from '../errors.ts';
import { now } from '../originals.ts';
import { isProof, type ScreenName } from '../state.ts';
import css from '../style.css?inline';
import { codeScreen, sentText } from './code.ts';
import { element, setText } from './element.ts';
import { troubleScreen, waitingScreen } from './endings.ts';
import { phoneScreen } from './phone.ts';
import type { Frame, Screen } from './screen.ts';

export type View = {
  show(frame: Frame): void;
  /** Enters a code that the browser has read. */
  type(code: string): void;
  readonly progress: (share: number) => void;
  focus(): void;
};

let sheet: CSSStyleSheet | undefined;

/** Constructable style sheets need no permission of the page's policy. */
function addStyle(shadow: ShadowRoot): void {
  try {
    if (!sheet) (sheet = new CSSStyleSheet()).replaceSync(css);
    shadow.adoptedStyleSheets = [sheet];
  } catch {
    shadow.append(element('style', {}, css));
  }
}

type Kind = Exclude<ScreenName, 'captcha' | 'opening'>;

const SCREENS: Readonly<Record<Kind, (frame: Frame) => Screen>> = {
  loading: waitingScreen,
  sending: waitingScreen,
  phone: phoneScreen,
  code: codeScreen,
  trouble: troubleScreen,
  done: () => ({ nodes: [] }),
};

export function createView(host: HTMLElement, theme: string, mode: ShadowRootMode = 'closed'): View {
  const shadow = host.attachShadow({ mode });
  addStyle(shadow);
  const title = element('b');
  const status = element('div', { role: 'status' });
  const body = element('div', { class: 'body' });
  const alert = element('div', { role: 'alert', id: 'e' });
  const root = element('div', { tabindex: '-1' }, title, status, body, alert);
  shadow.append(root);
  let screen: Screen = { nodes: [] };
  let shown = '';
  let alerted = '';
  // Shortcuts of the page must not take the visitor's digits: the page sees the host, not a field.
  for (const type of ['keydown', 'keyup', 'keypress', 'input'])
    root.addEventListener(type, (event) => (event as KeyboardEvent).key === 'Escape' || event.stopPropagation());

  const draw = (frame: Frame, kind: Kind): void => {
    // The focus follows the screens only if the visitor is in the widget.
    const { activeElement } = host.getRootNode() as Document; // or a shadow root, which has the member too
    screen = SCREENS[kind](frame);
    body.textContent = '';
    body.append(...screen.nodes);
    setLook(host, root, frame, `root ${theme} is-${kind}`);
    if (host.contains(activeElement)) ((kind === 'done' && elementAfter(host)) || screen.focus || root).focus();
  };

  return {
    show(frame) {
      const { state, texts, lang, quiet } = frame;
      const { screen: name, error, reason, until, sent } = state;
      const kind = name === 'captcha' ? 'phone' : name === 'opening' ? 'sending' : name;
      const isQuiet = quiet === error;
      const drawn = kind + lang + (kind === 'trouble' ? error : '');
      setText(title, texts.title);
      if (drawn !== shown) draw(frame, kind);
      shown = drawn;
      setText(status, statusText(frame));
      // Not changed while the error stays: a live region would be read again with every minute.
      const present = [error, reason, until, sent?.attemptsLeft, isQuiet, lang].join();
      if (present !== alerted) {
        setText(alert, isQuiet ? '' : errorText(texts, state, now()));
        if (error && error > 100 && !reason && !isQuiet) alert.append(element('small', {}, ` (${error})`));
      }
      alerted = present;
      screen.update?.(state, now());
    },
    type: (code) => screen.type?.(code),
    progress: (share) => body.querySelector('progress')?.setAttribute('value', String(share)),
    focus: () => (screen.focus ?? root).focus(),
  };
}

function statusText({ state, texts }: Frame): string {
  const { screen, sent } = state;
  if (screen === 'code' && sent) return sentText(texts, state, sent);
  if (screen === 'captcha') return isProof(state) ? texts.checking : texts.passCaptcha;
  if (screen === 'opening' || screen === 'sending') return texts.sending;
  return screen === 'done' ? texts.done : '';
}

/** Colours, radius and font of the widget's settings, unless the page has set them. */
function setLook(host: HTMLElement, root: HTMLElement, { state, lang }: Frame, names: string): void {
  const colours = state.settings?.colours ?? {};
  root.lang = lang;
  root.className = colours['background'] ? `light ${names}` : names;
  for (const [name, value] of Object.entries(colours)) {
    const property = `--verify-${name}`;
    if (!getComputedStyle(host).getPropertyValue(property)) root.style.setProperty(property, value);
  }
}

const FOCUSABLE = 'a[href],:enabled:not(fieldset),[tabindex="0"]';

/** The first element after the widget that can have the focus. */
function elementAfter(host: HTMLElement): HTMLElement | undefined {
  const all = (host.getRootNode() as Document).querySelectorAll<HTMLElement>(FOCUSABLE); // or a shadow root
  // Exactly "following": a child of the host is also contained.
  for (const candidate of all)
    if (candidate.getClientRects().length && host.compareDocumentPosition(candidate) === 4) return candidate;
  return undefined;
}
