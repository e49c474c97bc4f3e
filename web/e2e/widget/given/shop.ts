// The shop of the widget tests: profiles and widgets that staff create for the coffee company of the demonstration, and
// the phones of its visitors, which the simulator holds.
import { randomInt } from 'node:crypto';
import { inject } from 'vitest';
import type { RunningDemo } from '../../given/demo.ts';
import { askPartner } from '../../given/partner.ts';
import { describeOpenPages } from './visitor.ts';

export type Answer = Readonly<Record<string, unknown>>;

export type Widget = { readonly widgetId: string; readonly gatewayId: string };

/** Passed as the host of a captcha by its double. */
const CAPTCHA_HOST = 'shop.example';
const SMS = { channelType: 'SMS', senderName: 'ZERNO', text: 'Your code: {code}' };
const POLL_MS = 50;
const CODE_MS = 60_000;

export async function askStaff(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  demo: RunningDemo = inject('demo'),
): Promise<Answer> {
  const response = await fetch(`${demo.baseUrl}/admin/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${demo.adminToken}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} /admin/v1${path}: ${response.status} ${text.slice(0, 500)}`);
  return JSON.parse(text) as Answer; // every answer of the back office is an object
}

export type WidgetDraft = {
  /** Host and port of the pages that may show the widget. */
  readonly host: string;
  readonly companyId?: number;
  readonly profile?: object;
  readonly widget?: object;
};

/** A profile, which sends to a number as often as a test wants, and a widget without a captcha. */
export async function givenWidget(
  { host, companyId, profile = {}, widget = {} }: WidgetDraft,
  demo: RunningDemo = inject('demo'),
): Promise<Widget> {
  const company = companyId ?? demo.companies.coffee;
  const limits = { resendPauseSeconds: 0, sendsPerNumber: 100, sendsPerAddress: 1_000, sendsPerPrefix: 1_000 };
  const { gatewayId } = await askStaff(
    'POST',
    '/verification-profiles',
    { companyId: company, name: 'Widget tests', channels: [SMS], ...limits, ...profile },
    demo,
  );
  const draft = {
    companyId: company,
    gatewayId,
    name: 'Widget tests',
    kind: 'OWN_SITE',
    domains: [host, CAPTCHA_HOST],
    captchaType: 'NONE',
    siteKey: 'site-key',
    secret: 'captcha-secret',
    ...widget,
  };
  const { widgetId } = await askStaff('POST', '/widgets', draft, demo);
  return { widgetId: String(widgetId), gatewayId: String(gatewayId) };
}

export async function givenKey(companyId: number, type: string): Promise<string> {
  const { value } = await askStaff('POST', '/keys', { companyId, type, name: 'Widget tests' });
  return String(value);
}

/** A number of an MTS subscriber that no other test uses. */
export const newNumber = (): string => `7916${String(randomInt(10_000_000)).padStart(7, '0')}`;

type Received = { readonly seq: number; readonly text: string };

/** The code that the phone got last, after `count` earlier ones. */
export async function codeOn(number: string, earlier = 0, demo: RunningDemo = inject('demo')): Promise<string> {
  for (const until = Date.now() + CODE_MS; Date.now() < until; ) {
    const response = await fetch(`${demo.simulatorUrl}/received?destination=${number}&limit=100`);
    const { items } = (await response.json()) as { items: Received[] }; // the shape of GET /received
    const newest = items.toSorted((a, b) => a.seq - b.seq).at(-1);
    const code = /\d{4,8}(?!.*\d{4})/.exec(newest?.text ?? '')?.[0];
    if (items.length > earlier && code !== undefined) return code;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  const pages = await describeOpenPages();
  throw new Error(`the phone ${number} got no code number ${earlier + 1} within ${CODE_MS} ms\n\n${pages}`);
}

/** A code that differs from this one. */
export const wrong = (code: string): string => (code.startsWith('0') ? `1${code.slice(1)}` : `0${code.slice(1)}`);

/** Sender names on channels besides SMS. A name that an earlier run registered stays. */
export async function givenChannelNames(channelTypes: readonly string[]): Promise<void> {
  const companyId = inject('demo').companies.coffee;
  await Promise.all(
    channelTypes.map(async (channelType) => {
      const senderName = channelType === 'VOICECODE' ? 'voicecode' : 'ZernoCode';
      const name = { companyId, senderName, channelType, brand: 'MTS', commonType: 'COMMON' };
      const dateFrom = new Date(Date.now() - 86_400_000).toISOString();
      const id = await askPartner('POST', '/senders', { ...name, dateFrom }).then(
        (answer) => Number(answer['id']),
        () => undefined,
      );
      if (id === undefined) return;
      while ((await askPartner('GET', `/senders/${id}`))['status'] === 'DRAFT')
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      for (const status of ['INTERNAL_REVIEW', 'EXTERNAL_REVIEW', 'APPROVED'])
        await askStaff('POST', `/senders/${id}/status`, { status });
    }),
  );
}
