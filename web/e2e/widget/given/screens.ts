// Every screen of the widget, each from fixed answers of the service: looks are judged in states that a real service
// gives only after minutes, or by chance.
import type { BrowserContext, Page } from 'playwright-core';

type Answer = { readonly status?: number; readonly body: object; readonly headers?: Readonly<Record<string, string>> };

export type Screen = {
  readonly name: string;
  readonly settings?: object;
  readonly options?: object;
  /** Answer to the request for a session; undefined: it never comes. */
  readonly opened?: Answer;
  readonly session?: object;
  readonly checked?: object;
  /** Steps of the visitor; the default asks for a code. */
  readonly steps?: readonly ('request' | 'type' | 'bad-number')[];
};

const SETTINGS = {
  widgetId: 'SCREEN',
  kind: 'OWN_SITE',
  channels: ['SMS'],
  captchaType: 'NONE',
  siteKey: '',
  codeLength: 6,
  resendPauseSeconds: 30,
  texts: {},
  colours: {},
  powFallback: false,
  testMode: true,
};
const OPENED: Answer = { status: 201, body: { key: 'K'.repeat(43), expiresIn: 900 } };
const SENT = {
  state: 'SENT',
  channelType: 'SMS',
  codeLength: 6,
  codeExpiresIn: 540,
  resendIn: 27,
  attemptsLeft: 5,
  delivery: 'sent',
};
const refusal = (status: number, error: object, headers = {}): Answer => ({ status, body: { error }, headers });
const MANY = ['SMS', 'FLASHCALL', 'VOICECODE', 'TELEGRAM', 'VIBER', 'WHATSAPP'];

export const SCREENS: readonly Screen[] = [
  { name: 'phone', steps: [] },
  { name: 'phone-channels', settings: { channels: MANY }, steps: [] },
  { name: 'phone-masked', options: { destination: '79161234567' }, steps: [] },
  {
    name: 'phone-bad-number',
    opened: refusal(400, { code: 4000, field: 'destination', reason: 'not-a-number' }),
    steps: ['bad-number'],
  },
  { name: 'sending', opened: OPENED, session: { state: 'WAITING_SEND' } },
  { name: 'code', opened: OPENED, session: SENT },
  {
    name: 'code-delivered',
    settings: { channels: MANY },
    opened: OPENED,
    session: { ...SENT, delivery: 'delivered', resendIn: 0 },
  },
  {
    name: 'code-undelivered',
    settings: { channels: MANY },
    opened: OPENED,
    session: { ...SENT, delivery: 'undelivered', resendIn: 0 },
  },
  {
    name: 'code-wrong',
    opened: OPENED,
    session: SENT,
    checked: { status: 'WRONG_CODE', attemptsLeft: 3 },
    steps: ['request', 'type'],
  },
  {
    name: 'flash-call',
    settings: { channels: ['FLASHCALL', 'SMS'] },
    opened: OPENED,
    session: { ...SENT, channelType: 'FLASHCALL', codeLength: 4 },
  },
  {
    name: 'voice-call',
    settings: { channels: ['VOICECODE', 'SMS'] },
    opened: OPENED,
    session: { ...SENT, channelType: 'VOICECODE' },
  },
  { name: 'limited', opened: refusal(429, { code: 130 }, { 'retry-after': '300' }) },
  { name: 'expired', opened: OPENED, session: { state: 'EXPIRED' } },
  { name: 'trouble', opened: refusal(400, { code: 340 }) },
  { name: 'unknown-widget', settings: { unknown: true }, steps: [] },
  {
    name: 'done',
    opened: OPENED,
    session: SENT,
    checked: { status: 'CONFIRMED' },
    steps: ['request', 'type'],
  },
];

/** Answers the calls of the widget in place of the service; files still come from the service. */
export async function playService(context: BrowserContext, serviceUrl: string, screen: Screen): Promise<void> {
  await context.route(new RegExp(`^${serviceUrl}/widget/v1/(SCREEN|sessions)(/|\\?|$)`), async (route) => {
    const url = route.request().url();
    const answer = answerTo(url, screen);
    if (answer === undefined) return;
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'content-type',
      'access-control-expose-headers': 'retry-after',
      ...answer.headers,
    };
    // A long poll that answers at once would make the widget ask without end.
    if (url.includes('wait=') && polls.has(context)) return;
    if (url.includes('wait=')) polls.add(context);
    const { status = 200, body } = answer;
    await route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body), headers });
  });
}

const polls = new WeakSet<BrowserContext>();

function answerTo(url: string, { settings = {}, opened, session, checked }: Screen): Answer | undefined {
  if (url.endsWith('/check')) return checked && { body: checked };
  if (url.endsWith('/SCREEN'))
    return 'unknown' in settings ? refusal(404, { code: 310 }) : { body: { ...SETTINGS, ...settings } };
  if (url.endsWith('/sessions')) return opened;
  return session && { body: session };
}

/** Leads the widget to the screen. Elements are found by their kind: the names depend on the language. */
export async function reach(page: Page, { steps = ['request'], options = {} }: Screen): Promise<void> {
  const widget = page.locator('#verify');
  for (const step of steps) {
    if (step === 'type') await widget.locator('input[autocomplete=one-time-code]').fill('123456');
    else {
      if (!('destination' in options)) {
        const field = widget.locator('input[type=tel]');
        await field.fill(step === 'bad-number' ? '+7 916 1' : '+7 916 123-45-67');
      }
      await widget.locator('button').first().click();
    }
  }
}
