// Calls every operation of every document: refused in many ways, and with success. The document must list every status
// that comes, and describe its body. An operation without a call fails.
import { randomUUID } from 'node:crypto';
import { backOfficeApi } from '@volley/contract/back-office/back-office-api.ts';
import { type EndpointShape, isRepeatable, successStatus } from '@volley/contract/endpoint.ts';
import { messagingApi } from '@volley/contract/messaging/messaging-api.ts';
import { backOfficeDocument, publicDocument } from '@volley/contract/openapi/documents.ts';
import type { OpenApi } from '@volley/contract/openapi/open-api.ts';
import { partnerApi } from '@volley/contract/partner/partner-api.ts';
import { widgetApi } from '@volley/contract/widget/widget-api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useCell } from '../given/cell.ts';
import { startCaptchaServer } from '../given/outside/captcha-server.ts';
import { SHORT_LINK_BASE } from '../given/people/sent-short-link.ts';
import { BEHIND_PROXY } from '../given/people/widget-site.ts';
import type { Parts } from '../isolation/request-parts.ts';
import { FORM, FORM_TYPE } from '../isolation/tenants.ts';
import { COMPANY_CALLS } from './calls/back-office/companies.ts';
import { MONEY_CALLS } from './calls/back-office/money.ts';
import { OPERATION_CALLS } from './calls/back-office/operations.ts';
import { SENDER_CALLS } from './calls/back-office/senders.ts';
import { STAFF_CALLS } from './calls/back-office/staff.ts';
import { VERIFICATION_CALLS } from './calls/back-office/verification.ts';
import { type Ground, givenGround } from './calls/ground.ts';
import { MESSAGING_CALLS } from './calls/messaging.ts';
import { PARTNER_CALLS } from './calls/partner.ts';
import { type Answer, type Calls, type Sent, send } from './calls/request.ts';
import { allowed, refusedAnswers } from './calls/spoiled.ts';
import { givenTraffic, SPEND_ALARM } from './calls/traffic.ts';
import { WIDGET_CALLS } from './calls/widget.ts';
import { judgeBy, operationOf, operationsOf } from './document-check.ts';

const BACK_OFFICE_CALLS: Calls = {
  ...COMPANY_CALLS,
  ...MONEY_CALLS,
  ...OPERATION_CALLS,
  ...SENDER_CALLS,
  ...STAFF_CALLS,
  ...VERIFICATION_CALLS,
};

const DOCUMENTS = [
  ['partner', publicDocument('partner'), partnerApi, PARTNER_CALLS],
  ['messaging', publicDocument('messaging'), [...messagingApi, ...widgetApi], { ...MESSAGING_CALLS, ...WIDGET_CALLS }],
  ['back-office', backOfficeDocument(), backOfficeApi, BACK_OFFICE_CALLS],
] as const;

/** It takes neither credentials nor input, so that nothing can be refused. */
const NEVER_REFUSED = 'ping';

/** Lists of successful reads that are empty here, and why. */
const EMPTY: Readonly<Record<string, string>> = {
  'adminAuditFindings.items': 'an item is a defect of the ledger',
  'adminExplainPrice.packages': 'the tariff has no packages',
  'adminGetSenderAccount.templates': 'the provider refuses no template',
};

/** Limits of requests are off in tests; failures of the server, from 500 on, do not come at will. */
const LIMITED = 429;

const captcha = await startCaptchaServer();
const cell = useCell({
  settings: { ...captcha.settings, ...BEHIND_PROXY, shortLinkBase: SHORT_LINK_BASE, countrySpendAlarm: SPEND_ALARM },
});
afterAll(() => captcha.close());

let ground: Ground;
beforeAll(async () => {
  ground = await givenGround(cell());
});

/** The request of the table; an operation without ids may instead be called with the example of its document. */
async function validFor(calls: Calls, document: OpenApi, shape: EndpointShape): Promise<Parts> {
  const partsOf = calls[shape.id];
  if (partsOf !== undefined) return partsOf(ground);
  const body = operationOf(document, shape).requestBody?.content?.['application/json']?.example;
  if (body === undefined || shape.params !== undefined) throw new Error(`${shape.id} has no call`);
  return { body: body as Record<string, unknown> }; // examples are objects
}

/** The same request gets the same answer; returns the answer to another body. */
async function repeated(shape: EndpointShape, sent: Sent, first: Answer): Promise<Answer> {
  const again = await send(cell().url, shape, sent);
  expect([again.status, again.text]).toEqual([first.status, first.text]);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  if (shape.multipart !== undefined)
    return send(cell().url, shape, { ...sent, raw: FORM.replace('xxx', 'xxy'), type: FORM_TYPE });
  return send(cell().url, shape, { ...sent, raw: `${JSON.stringify(sent.body ?? {})} ` });
}

/** An empty list proves nothing about its items. */
const emptyLists = (id: string, { text }: Answer): string[] =>
  Object.entries(JSON.parse(text) as object)
    .flatMap(([name, value]) => (Array.isArray(value) && value.length === 0 ? [`${id}.${name}`] : []))
    .filter((list) => EMPTY[list] === undefined);

describe.each(DOCUMENTS)('the %s document', (name, document, endpoints, calls) => {
  const judge = judgeBy(document);
  const seen = new Map<string, Set<number>>();
  const judged = (shape: EndpointShape, answer: Answer): string | null => {
    seen.set(shape.id, (seen.get(shape.id) ?? new Set()).add(answer.status));
    return judge(shape, answer);
  };
  const shapes = operationsOf(document).map(({ operationId }) => {
    const shape = endpoints.find(({ id }) => id === operationId);
    return [operationId, shape] as const;
  });

  beforeAll(async () => {
    if (name === 'back-office') ground = { ...ground, traffic: await givenTraffic(ground) };
  });

  test('has only calls of its operations', () => {
    const known = new Set(shapes.map(([id]) => id));
    expect(Object.keys(calls).filter((id) => !known.has(id))).toEqual([]);
  });

  /** Undocumented refusals, and a missing one. */
  const wronglyRefused = async (shape: EndpointShape): Promise<string[]> => {
    const answers = await refusedAnswers(ground, shape, await validFor(calls, document, shape));
    const found = answers.flatMap(([what, answer]) => judged(shape, answer)?.replace(/^/, `${what}: `) ?? []);
    const failed = answers.filter(([, { status }]) => status >= 500 && status !== 502);
    const isRefused = shape.id === NEVER_REFUSED || answers.some(([, { status }]) => status >= 400);
    const all = [...found, ...failed.map(([what, { text }]) => `${what}: ${text}`), ...(isRefused ? [] : ['never'])];
    return all.map((difference) => `${shape.id}: ${difference}`);
  };

  // One test for all operations: the money audit after each test costs more than the requests of one operation.
  test('lists every refusal of its operations', async () => {
    const wrong: string[] = [];
    for (const [id, shape] of shapes)
      wrong.push(...(shape === undefined ? [`${id} is not mounted`] : await wronglyRefused(shape)));
    expect(wrong).toEqual([]);
  });

  test.each(shapes)('describes the success of %s', async (_id, shape) => {
    if (shape === undefined) throw new Error('the operation is not mounted');
    const known = allowed(shape, ground);
    const headers = { ...known.headers, ...(isRepeatable(shape) && { 'idempotency-key': randomUUID() }) };
    const sent = { ...known, ...(await validFor(calls, document, shape)), headers };
    const answer = await send(cell().url, shape, sent);
    expect([answer.status, answer.text]).toEqual([successStatus(shape), answer.text]);
    expect(judged(shape, answer)).toBeNull();
    if (shape.method === 'GET' && shape.replyType === undefined) expect(emptyLists(shape.id, answer)).toEqual([]);
    if (isRepeatable(shape)) expect(judged(shape, await repeated(shape, sent, answer))).toBeNull();
  });

  test('lists no status that does not come', () => {
    const unseen = operationsOf(document).flatMap(({ operationId, responses }) =>
      Object.keys(responses)
        .map(Number)
        .filter((status) => status < 500 && status !== LIMITED && !seen.get(operationId)?.has(status))
        .map((status) => `${operationId} ${status}`),
    );
    expect(unseen).toEqual([]);
  });
});
