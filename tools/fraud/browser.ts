// A browser with the widget, and the server of its site. The result of a request for a code tells the work that the
// service asked for, both of honest visitors and of attackers.
import { memberAt, numberAt, textAt } from '@volley/bench/harness/json.ts';
import { pause } from '@volley/bench/harness/wait.ts';
import { CHECKED_BITS, type Challenge, solve } from './hashing.ts';
import { ORIGIN, type System } from './running-system.ts';

export type Person = { readonly number: string; readonly address: string };

export type Answer = { readonly status: number; readonly body: unknown };

/** One code, from the number to the send. */
export type Code = {
  /** Expected hashes of all proofs that were asked for. */
  readonly hashes: number;
  readonly bitsMax: number;
  /** Undefined: refused. */
  readonly key: string | undefined;
  readonly isSent: boolean;
  /** The last answer of a refused visitor. */
  readonly refusal: string;
};

/** Proofs that become too small while they are made. The widget makes one more; honest visitors of these tests too. */
const PROOFS_MAX = 2;
const TRIES_MAX = 5;
const AGAIN_MS = 500;
/** The answer to a repeated send. */
const SENT_BEFORE = 409;

export type Site = {
  readonly widgetId: string;
  captchaNow(): Promise<string>;
  challenge(person: Person): Promise<Answer>;
  session(person: Person, captchaToken: string, url?: string): Promise<Answer>;
  /** The request of the site's server. */
  send(key: string): Promise<boolean>;
  /** True: confirmed. */
  check(key: string, code: string): Promise<boolean>;
};

export function openSite({ url, visitorUrl, verifierKey }: System, widgetId: string): Site {
  const browse = (base: string, path: string, address: string, body?: object): Promise<Answer> =>
    answered(`${base}/widget/v1/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { origin: ORIGIN, 'content-type': 'application/json', 'x-forwarded-for': address },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const visitor = ({ number }: Person) => ({ destination: number, channelType: 'SMS' });
  return {
    widgetId,
    captchaNow: async () => textAt((await browse(url, widgetId, '127.0.0.1')).body, 'captchaType'),
    challenge: (person) => browse(visitorUrl, `${widgetId}/challenge`, person.address, visitor(person)),
    session: (person, captchaToken, base = visitorUrl) =>
      browse(base, `${widgetId}/sessions`, person.address, { ...visitor(person), captchaToken }),
    send: async (key) => {
      const { status } = await answered(`${url}/api/v1/verifier/widget/send`, {
        method: 'POST',
        headers: { authorization: `Bearer ${verifierKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ key }),
      });
      return status === 200 || status === SENT_BEFORE;
    },
    check: async (key, code) => {
      const { body } = await browse(visitorUrl, `sessions/${key}/check`, '127.0.0.1', { code });
      return memberAt(body, 'status') === 'CONFIRMED';
    },
  };
}

/** A failure of the machine is no decision about the visitor: the request is made again, as the widget does. */
async function answered(address: string, request: RequestInit): Promise<Answer> {
  for (let tried = 1; ; tried += 1) {
    try {
      const response = await fetch(address, request);
      const body: unknown = await response.json();
      if (response.status < 500 || tried === TRIES_MAX) return { status: response.status, body };
    } catch (error) {
      if (tried === TRIES_MAX) throw error;
    }
    await pause(AGAIN_MS);
  }
}

export const challengeIn = ({ body }: Answer): Challenge => ({
  salt: textAt(body, 'salt'),
  bits: numberAt(body, 'bits'),
  expires: numberAt(body, 'expires'),
  signature: textAt(body, 'signature'),
});

/** A code for a proof of work. Without `sends`, only the admission. */
export async function codeByProof(site: Site, person: Person, sends = true): Promise<Code> {
  let asked = { hashes: 0, bitsMax: 0 };
  for (let proofs = 0; ; proofs += 1) {
    const given = await site.challenge(person);
    if (given.status !== 200) return refused(asked, given);
    const challenge = challengeIn(given);
    const { bits } = challenge;
    asked = { hashes: asked.hashes + 2 ** bits, bitsMax: Math.max(asked.bitsMax, bits) };
    const opened = await site.session(person, solve(challenge, CHECKED_BITS));
    if (opened.status === 201) return sends ? sendCode(site, asked, opened) : admitted(asked, opened);
    if (proofs + 1 === PROOFS_MAX || !isNotPassed(opened)) return refused(asked, opened);
  }
}

const NO_WORK = { hashes: 0, bitsMax: 0 };

/** A code for the token of a captcha, a pass or a proof. */
export async function codeByToken(site: Site, person: Person, token: string): Promise<Code & { pass?: string }> {
  const opened = await site.session(person, token);
  if (opened.status !== 201) return refused(NO_WORK, opened);
  const code = await sendCode(site, NO_WORK, opened);
  const pass = memberAt(opened.body, 'pass');
  return typeof pass === 'string' ? { ...code, pass } : code;
}

async function sendCode(site: Site, asked: typeof NO_WORK, { body }: Answer): Promise<Code> {
  const key = textAt(body, 'key');
  const isSent = await site.send(key);
  return { ...asked, key, isSent, refusal: isSent ? '' : 'widget/send' };
}

const admitted = (asked: typeof NO_WORK, { body }: Answer): Code => ({
  ...asked,
  key: textAt(body, 'key'),
  isSent: false,
  refusal: '',
});

const refused = (asked: typeof NO_WORK, { status, body }: Answer): Code => ({
  ...asked,
  key: undefined,
  isSent: false,
  refusal: `${status} ${JSON.stringify(memberAt(body, 'error'))}`,
});

const isNotPassed = ({ body }: Answer) => memberAt(memberAt(body, 'error'), 'code') === 110;
