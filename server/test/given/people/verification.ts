// Verifier profiles and widgets as staff create them, and the codes that a test must know.
import { openContent } from '../../../src/features/messages/sealed-content.ts';
import type { Platform } from '../../../src/platform/platform.ts';
import { type Call, type Reply, textAt } from '../http-client.ts';
import type { Account } from './account.ts';
import { type GivenStaff, givenStaff } from './staff.ts';

type Place = { readonly platform: Platform; readonly call: Call };

export type Verifier = {
  readonly gatewayId: string;
  change(change: object): Promise<Reply>;
  send(destination?: string, change?: object): Promise<Reply>;
  /** Sends a code, which must be accepted, and returns the id of the verification. */
  sent(destination?: string, change?: object): Promise<string>;
  check(uuid: string, code: string): Promise<string>;
  /** The code of a verification, opened from its sealed content. */
  codeOf(uuid: string): Promise<string>;
};

const admins = new WeakMap<Platform, Promise<GivenStaff>>();

/** The password of all profiles and widgets of a test file: hashing is slow on purpose. */
function adminOf(place: Place): Promise<GivenStaff> {
  const known = admins.get(place.platform) ?? givenStaff(place, 'admin');
  admins.set(place.platform, known);
  return known;
}

export const PHONE = '79161230001';

export async function givenVerifier(place: Place, account: Account, change: object = {}): Promise<Verifier> {
  const admin = await adminOf(place);
  const draft = {
    companyId: account.companyId,
    name: 'Sign-in',
    channels: [{ channelType: 'SMS', senderName: 'Shop', text: 'Your code: {code}' }],
    resendPauseSeconds: 0,
    ...change,
  };
  const gatewayId = textAt((await admin.ask('POST', '/verification-profiles', draft)).body, 'gatewayId');
  const verifier: Verifier = {
    gatewayId,
    change: (given) => admin.ask('POST', `/verification-profiles/${gatewayId}`, given),
    send: (destination = PHONE, given = {}) =>
      account.ask('POST', '/verifier/send', { channelType: 'SMS', destination, gatewayId, ...given }, 'VERIFIER'),
    sent: async (destination, given) => {
      const reply = await verifier.send(destination, given);
      if (reply.status !== 200) throw new Error(`POST /verifier/send answered ${reply.status}: ${reply.text}`);
      return textAt(reply.body, 'uuid');
    },
    check: async (uuid, code) =>
      textAt((await account.ask('POST', '/verifier/check', { uuid, code }, 'VERIFIER')).body, 'status'),
    codeOf: (uuid) => codeOf(place.platform, uuid),
  };
  return verifier;
}

export async function codeOf({ db, secrets }: Pick<Platform, 'db' | 'secrets'>, uuid: string): Promise<string> {
  const { rows } = await db.pool.query<{ sealed: string }>(
    'select c.sealed from verifications v join message_codes c on c.message_id = v.message_uuid where v.id = $1',
    [uuid],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`message_codes has no code of verification ${uuid}`);
  return openContent(secrets, row.sealed).code;
}

/** A code that differs from this one. */
export const wrong = (code: string) => (code.startsWith('0') ? `1${code.slice(1)}` : `0${code.slice(1)}`);

export const SITE = 'https://shop.example';

export type GivenWidget = {
  readonly widgetId: string;
  change(change: object): Promise<Reply>;
  /** A call of a browser from the site's origin, or from another origin; null sends no origin. */
  browse(method: string, path: string, body?: object, origin?: string | null): Promise<Reply>;
  open(change?: object): Promise<Reply>;
  /** Starts a session, which must be accepted, and returns its key. */
  begun(change?: object): Promise<string>;
  state(key: string): Promise<unknown>;
  /** The digits that the visitor types. */
  type(key: string, code: string): Promise<string>;
  /** The code that was sent to the session of the key. */
  codeOf(key: string): Promise<string>;
};

export async function givenWidget(place: Place, account: Account, draft: object): Promise<GivenWidget> {
  const admin = await adminOf(place);
  const whole = {
    companyId: account.companyId,
    name: 'Sign-in',
    kind: 'OWN_SITE',
    domains: ['shop.example'],
    captchaType: 'TURNSTILE',
    siteKey: 'site-key',
    secret: 'captcha-secret',
    ...draft,
  };
  const created = await admin.ask('POST', '/widgets', whole);
  if (created.status !== 201) throw new Error(`creating a widget answered ${created.status}: ${created.text}`);
  const widgetId = textAt(created.body, 'widgetId');
  const widget: GivenWidget = {
    widgetId,
    change: (given) => admin.ask('POST', `/widgets/${widgetId}`, given),
    browse: (method, path, body, origin = SITE) =>
      place.call(method, `/widget/v1${path}`, {
        ...(body !== undefined && { body }),
        ...(origin !== null && { headers: { origin } }),
      }),
    open: (given = {}) =>
      widget.browse('POST', `/${widgetId}/sessions`, {
        destination: PHONE,
        channelType: 'SMS',
        captchaToken: 'pass',
        ...given,
      }),
    begun: async (given) => {
      const reply = await widget.open(given);
      if (reply.status !== 201) throw new Error(`starting a widget session answered ${reply.status}: ${reply.text}`);
      return textAt(reply.body, 'key');
    },
    state: async (key) => (await widget.browse('GET', `/sessions/${key}`)).body,
    type: async (key, code) => textAt((await widget.browse('POST', `/sessions/${key}/check`, { code })).body, 'status'),
    codeOf: async (key) => {
      const { rows } = await place.platform.db.pool.query<{ id: string }>(
        'select verification_id as id from widget_sessions where key_digest = sha256($1::bytea)',
        [Buffer.from(key)],
      );
      return codeOf(place.platform, rows[0]?.id ?? '');
    },
  };
  return widget;
}
