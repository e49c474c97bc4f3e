// Operations whose success needs something before it: every operation of the back office and of the widget, and those of
// the messaging API that need a bot, a flash call or a session of the widget. Each answers as its document says.
import { backOfficeApi } from '@volley/contract/back-office/back-office-api.ts';
import { type EndpointShape, successStatus } from '@volley/contract/endpoint.ts';
import { messagingApi } from '@volley/contract/messaging/messaging-api.ts';
import { backOfficeDocument, OPEN_API_DOCUMENTS } from '@volley/contract/openapi/documents.ts';
import { widgetApi } from '@volley/contract/widget/widget-api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, givenAccount } from '../given/account.ts';
import { type Api, givenApi } from '../given/api.ts';
import { givenBot } from '../given/bots.ts';
import { fullPath } from '../given/contract-check.ts';
import { registerName } from '../given/seller.ts';
import { type GivenStaff, givenStaff } from '../given/staff.ts';
import { givenVerifier, givenWidget, PHONE, SITE } from '../given/verification.ts';
import { type Parts, urlOf } from '../isolation/request-parts.ts';
import { givenTenant } from '../isolation/tenants.ts';
import { judgeBy } from './document-check.ts';
import { type Known, STAFF_STEPS } from './staff-requests.ts';

let api: Api;
let account: Account;
let staff: GivenStaff;
beforeAll(async () => {
  api = await givenApi({ testMode: true });
  account = await givenAccount(api);
  await registerName(api, account, {});
  staff = await givenStaff(api, 'admin', 'moderator', 'accountant', 'support', 'sre');
});
afterAll(() => api.close());

const judgeStaff = judgeBy(backOfficeDocument());
const judgeMessaging = judgeBy(OPEN_API_DOCUMENTS.messaging);

type Called = { readonly problem: string | null; readonly body: unknown };

async function call(shape: EndpointShape, parts: Parts, headers: Record<string, string>): Promise<Called> {
  const response = await fetch(`${api.url}${urlOf(fullPath(shape), parts)}`, {
    method: shape.method,
    headers: { ...headers, ...(parts.body !== undefined && { 'content-type': 'application/json' }) },
    ...(parts.body !== undefined && { body: JSON.stringify(parts.body) }),
  });
  const text = await response.text();
  const answer = { status: response.status, text };
  const isSuccess = answer.status === successStatus(shape);
  const judge = shape.surface === 'back-office' ? judgeStaff : judgeMessaging;
  return {
    problem: isSuccess ? judge(shape, answer) : `${answer.status} ${text}`,
    body: text.startsWith('{') ? JSON.parse(text) : undefined,
  };
}

/** The success must be as the document describes. Returns the parsed body. */
async function succeed(shape: EndpointShape, parts: Parts, headers: Record<string, string>): Promise<unknown> {
  const { problem, body } = await call(shape, parts, headers);
  expect([shape.id, problem]).toEqual([shape.id, null]);
  return body;
}

const shapeOf = (id: string): EndpointShape => {
  const found = [...backOfficeApi, ...messagingApi, ...widgetApi].find((shape) => shape.id === id);
  if (found === undefined) throw new Error(`no document has the operation ${id}`);
  return found;
};

/** Need the review of a name or template, an account at a provider, or a sent short link: other tests call them. */
const ELSEWHERE = [
  'adminJudgeSender',
  'adminGetSenderAccount',
  'adminPutSenderAccount',
  'adminRemoveSenderAccount',
  'adminJudgeTemplate',
  'adminSwitchShortLink',
];

test('every operation of the back office succeeds as its document says', async () => {
  const { ids } = await givenTenant(api);
  let known: Known = {
    ...ids,
    login: staff.login,
    password: staff.password,
    month: new Date().toISOString().slice(0, 7),
  };
  const found: string[] = [];
  for (const { id, parts, keep } of STAFF_STEPS) {
    const { problem, body } = await call(shapeOf(id), parts(known), { authorization: `Bearer ${staff.token}` });
    if (problem !== null) found.push(`${id}: ${problem}`);
    if (keep === undefined) continue;
    const [name, member] = keep;
    const value = (body as Known | undefined)?.[member];
    if (value === undefined) found.push(`${id}: the answer has no ${member}`);
    known = { ...known, [name]: value };
  }
  expect(found).toEqual([]);
});

test('no operation of the back office is left out', () => {
  const called = [...STAFF_STEPS.map(({ id }) => id), ...ELSEWHERE];
  expect(called.toSorted((a, b) => a.localeCompare(b))).toEqual(
    backOfficeApi.map(({ id }) => id).toSorted((a, b) => a.localeCompare(b)),
  );
});

test('subscribers of a bot are uploaded, invited and deleted as the document says', async () => {
  const bot = await givenBot(api, account, 'TELEGRAM');
  const headers = { authorization: `Bearer ${account.keys.SYSTEM}` };
  const upload = { ...bot.name, subscribers: [{ subscriberId: '123456789', destination: PHONE }] };
  await succeed(shapeOf('uploadSubscribers'), { body: upload }, headers);
  await succeed(shapeOf('inviteSubscriber'), { body: { ...bot.name, destination: '79161230002' } }, headers);
  await succeed(shapeOf('deleteSubscribers'), { body: { ...bot.name, subscriberIds: ['123456789'] } }, headers);
});

test('the result of a flash call is taken as the document says', async () => {
  await registerName(api, account, { channelType: 'FLASHCALL', senderName: 'Shop' });
  const sent = await account.ask('POST', '/message', [
    {
      channelType: 'FLASHCALL',
      senderName: 'Shop',
      destination: PHONE,
      content: '4711',
    },
  ]);
  const { items } = sent.body as { items: readonly [{ messageUuid: string }] }; // checked by the client
  const { messageUuid } = items[0];
  const headers = { authorization: `Bearer ${account.keys.MESSAGES}` };
  await succeed(shapeOf('convertFlashcall'), { body: { messageUuid, result: 'WRONG_CODE' } }, headers);
});

test('every operation of the widget, and the code of its session, succeed as the document says', async () => {
  const { gatewayId } = await givenVerifier(api, account);
  const widget = await givenWidget(api, account, { gatewayId, captchaType: 'NONE' });
  const visitor = { origin: SITE };
  const params = { widgetId: widget.widgetId };
  const called = new Set<string>();
  const visit = (id: string, parts: Parts) => {
    called.add(id);
    return succeed(shapeOf(id), parts, visitor);
  };
  await visit('getWidget', { params });
  const puzzle = await givenWidget(api, account, { gatewayId, captchaType: 'POW', siteKey: '', secret: '' });
  await visit('getWidgetChallenge', { params: { widgetId: puzzle.widgetId } });
  await visit('reportWidgetEvent', { params, body: { code: 341 } });
  const opened = { destination: PHONE, channelType: 'SMS', captchaToken: 'pass' };
  const { key } = (await visit('openWidgetSession', { params, body: opened })) as { key: string }; // by the document
  await succeed(shapeOf('sendWidgetCode'), { body: { key } }, { authorization: `Bearer ${account.keys.VERIFIER}` });
  await visit('getWidgetSession', { params: { key } });
  await visit('checkWidgetSession', { params: { key }, body: { code: await widget.codeOf(key) } });
  expect(called).toEqual(new Set(widgetApi.map(({ id }) => id)));
});
