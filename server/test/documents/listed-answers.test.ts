// Every operation of the documents, called without and with wrong credentials, with malformed, too large and valid
// bodies and with unknown ids: the document lists every status that comes, and describes the body.
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { backOfficeApi } from '@volley/contract/back-office/back-office-api.ts';
import { type EndpointShape, successStatus } from '@volley/contract/endpoint.ts';
import { messagingApi } from '@volley/contract/messaging/messaging-api.ts';
import { backOfficeDocument, OPEN_API_DOCUMENTS } from '@volley/contract/openapi/documents.ts';
import type { OpenApi } from '@volley/contract/openapi/open-api.ts';
import { partnerApi } from '@volley/contract/partner/partner-api.ts';
import { widgetApi } from '@volley/contract/widget/widget-api.ts';
import { KEY_TYPES } from '@volley/domain/people/key-type.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, givenApi } from '../given/api.ts';
import { fullPath } from '../given/contract-check.ts';
import { textAt } from '../given/http-client.ts';
import { givenStaff } from '../given/staff.ts';
import { givenOwner, type Owner, RIGHT_KEYED, UNSENT } from '../isolation/accounts.ts';
import { idSlots } from '../isolation/id-slots.ts';
import { type Parts, put, urlOf } from '../isolation/request-parts.ts';
import { FORM, FORM_TYPE, givenTenant, RIGHT, type Tenant } from '../isolation/tenants.ts';
import { type Answer, judgeBy, operationOf } from './document-check.ts';

let api: Api;
let tenant: Tenant;
let owner: Owner;
let staffToken: string;
/** A single message; messages of partner dispatches are not in the messaging API. */
let messageUuid: string;
let credentials: { readonly login: string; readonly password: string };
beforeAll(async () => {
  api = await givenApi();
  credentials = await api.givenPartner();
  tenant = await givenTenant(api);
  owner = await givenOwner(api);
  const sent = await owner.ask('POST', '/message', [{ ...item, destination: '79161230001' }]);
  const { items } = sent.body as { items: readonly unknown[] }; // the client has checked the reply
  messageUuid = textAt(items[0], 'messageUuid');
  staffToken = (await givenStaff(api, 'admin', 'moderator', 'accountant', 'support', 'sre')).token;
});
afterAll(() => api.close());

const WRONG_KEY = Buffer.from(`unknown:${'0'.repeat(32)}`).toString('base64');

type Sent = Parts & { readonly token?: string; readonly raw?: string };

async function call(shape: EndpointShape, { params, query, body, token, raw }: Sent): Promise<Answer> {
  const all = { ...missingParams(shape), ...params };
  const isForm = shape.multipart !== undefined && raw === undefined && token !== undefined;
  const sent = raw ?? (isForm ? FORM : body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(`${api.url}${urlOf(fullPath(shape), { params: all, ...(query && { query }) })}`, {
    method: shape.method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(sent !== undefined && { 'content-type': isForm ? FORM_TYPE : 'application/json' }),
    },
    ...(sent !== undefined && { body: sent }),
  });
  return { status: response.status, text: await response.text() };
}

/** Announces a body above every limit and sends none of it. */
function callWithHugeBody(shape: EndpointShape, token: string | undefined): Promise<Answer> {
  const type = shape.multipart === undefined ? 'application/json' : FORM_TYPE;
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': type,
      'content-length': 200_000_000,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    const path = urlOf(fullPath(shape), { params: missingParams(shape) });
    const sent = request(`${api.url}${path}`, { method: shape.method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.once('end', () => {
        sent.destroy();
        resolve({ status: response.statusCode ?? 0, text });
      });
    });
    sent.once('error', reject);
    sent.flushHeaders();
  });
}

function missingParams(shape: EndpointShape): Record<string, unknown> {
  const names = [...shape.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const isUuid = (name: string) => JSON.stringify(shape.params?.properties[name]).includes('"uuid"');
  return Object.fromEntries(names.map((name) => [name, isUuid(name) ? randomUUID() : '999999999']));
}

function tokenFor({ auth, keyTypes }: EndpointShape): string | undefined {
  if (auth === 'partner') return tenant.token;
  if (auth === 'staff') return staffToken;
  if (auth !== 'key') return undefined;
  return owner.keys[KEY_TYPES.find((type) => keyTypes?.includes(type) ?? true) ?? 'MESSAGES'];
}

const withToken = (shape: EndpointShape): Pick<Sent, 'token'> => {
  const token = tokenFor(shape);
  return token === undefined ? {} : { token };
};

const item = { channelType: 'SMS', senderName: 'Shop', content: 'Hi' };

/** Valid requests without ids; those with ids are in isolation/. */
const VALID: Readonly<Record<string, () => Parts>> = {
  issueToken: () => ({ body: { login: credentials.login, password: credentials.password } }),
  sendMessages: () => ({ body: [{ ...item, destination: '79161230001' }] }),
  sendCascades: () => ({ body: [{ destination: '79161230001', cascade: [item] }] }),
  createAccountDispatch: () => ({ body: { dispatchName: 'July', ...item } }),
  startAccountDispatch: () => ({ params: { id: owner.dispatchId } }),
  stopAccountDispatch: () => ({ params: { id: owner.dispatchId } }),
  getAccountDispatch: () => ({ params: { id: owner.dispatchId } }),
  getAccountMessage: () => ({ params: { messageUuid } }),
  getSenderName: () => ({ params: { id: owner.senderId } }),
};

async function validFor(shape: EndpointShape, document: OpenApi): Promise<Parts> {
  const own = VALID[shape.id]?.() ?? RIGHT[shape.id]?.(tenant.ids);
  if (own !== undefined) return own;
  const ids = shape.surface === 'messaging' ? await owner.ids() : {};
  const keyed = RIGHT_KEYED[shape.id]?.(owner, ids);
  if (keyed !== undefined) return keyed;
  const [template] = ids['templates'] ?? [];
  const [verification] = ids['verifications'] ?? [];
  const params = { id: template, uuid: verification };
  const body = operationOf(document, shape).requestBody?.content?.['application/json']?.example;
  return { params, ...(body !== undefined && { body: body as Record<string, unknown> }) }; // examples are objects
}

/** Needs what this test does not have: a bot of the account, a flash call, a session of the widget. */
const NOT_HERE = new Set([...UNSENT, 'uploadSubscribers', 'deleteSubscribers', 'inviteSubscriber', 'sendWidgetCode']);

const SURFACES = [
  ['partner', OPEN_API_DOCUMENTS.partner, partnerApi],
  ['messaging', OPEN_API_DOCUMENTS.messaging, [...messagingApi, ...widgetApi]],
  ['back-office', backOfficeDocument(), backOfficeApi],
] as const;

async function spoiled(shape: EndpointShape): Promise<[string, Answer][]> {
  const known = withToken(shape);
  const hasBody = shape.body !== undefined || shape.multipart !== undefined;
  const requests: [string, Sent][] = [
    ['no credentials', {}],
    ['wrong token', { token: 'wrong' }],
    ['wrong key', { token: WRONG_KEY }],
    ['unknown id', { ...known, ...(shape.body !== undefined && { body: {} }) }],
    ['invalid query', { ...known, query: { page: '-1', limit: 'x', companyId: '0' } }],
    ...(isSignIn(shape) ? [wrongPassword()] : []),
    ...(hasBody ? MALFORMED : []).map((raw): [string, Sent] => [`body ${raw}`, { ...known, raw }]),
  ];
  const answers = await Promise.all(
    requests.map(async ([what, sent]): Promise<[string, Answer]> => [what, await call(shape, sent)]),
  );
  return hasBody ? [...answers, ['huge body', await callWithHugeBody(shape, known.token)]] : answers;
}

const isSignIn = ({ path }: EndpointShape) => path === '/auth/token';
const wrongPassword = (): [string, Sent] => [
  'wrong password',
  { body: { login: credentials.login, password: 'wrong' } },
];

const MALFORMED = ['{', '"text"', '{"companyId":"x"}', '[{}]'];

/** The valid request with an unknown id in one place. */
async function withUnknownIds(shape: EndpointShape, document: OpenApi): Promise<[string, Answer][]> {
  const parts = await validFor(shape, document);
  const answers: [string, Answer][] = [];
  for (const slot of idSlots(shape)) {
    const unknown = slot.isUuid ? randomUUID() : slot.isText ? '999999999' : 999_999_999;
    const sent = { ...withToken(shape), ...put(parts, slot, unknown) };
    answers.push([`unknown ${slot.path.join('.')}`, await call(shape, sent)]);
  }
  return answers;
}

describe.each(SURFACES)('the %s document', (name, document, endpoints) => {
  const judge = judgeBy(document);

  test.each(endpoints.map((shape) => [`${shape.method} ${shape.path}`, shape] as const))(
    'lists every refusal of %s',
    async (_path, shape) => {
      const answers = [
        ...(await spoiled(shape)),
        ...(name === 'back-office' ? [] : await withUnknownIds(shape, document)),
      ];
      const found = answers.flatMap(([what, answer]) => judge(shape, answer)?.replace(/^/, `${what}: `) ?? []);
      expect(found).toEqual([]);
      expect(answers.filter(([, { status }]) => status >= 500)).toEqual([]);
    },
  );

  const called = endpoints.filter(
    ({ id, method, surface, params, query }) =>
      surface !== 'widget' &&
      !NOT_HERE.has(id) &&
      (surface !== 'back-office' || (method === 'GET' && params === undefined && !query?.required?.length)),
  );

  test('describes the answer to a valid request of every operation', async () => {
    const found: string[] = [];
    for (const shape of called) {
      const answer = await call(shape, { ...withToken(shape), ...(await validFor(shape, document)) });
      const isSuccess = answer.status === successStatus(shape);
      const problem = isSuccess ? judge(shape, answer) : `${answer.status} ${answer.text}`;
      if (problem !== null) found.push(`${shape.id}: ${problem}`);
    }
    expect(found).toEqual([]);
    expect(called.length).toBeGreaterThan(15);
  });
});
