// The life of a template: editable fields by status, review, dates, and its effect on a dispatch.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { ageTemplates } from '../../src/features/templates/age-templates.ts';
import { type Api, givenApi } from '../given/api.ts';
import { numberAt } from '../given/http-client.ts';
import { type Account, givenAccount } from '../given/people/account.ts';
import { codeOf, FAR, givenTemplateDesk, LONG_AGO, msgOf, type TemplateDesk } from '../given/people/templates.ts';
import { staffDetailsOf } from '../given/rows/actions.ts';
import { trafficOf } from '../given/rows/strands.ts';
import { beginTemplate, endTemplate, givenTemplates } from '../given/rows/templates.ts';

let api: Api;
let account: Account;
let desk: TemplateDesk;
beforeAll(async () => {
  api = await givenApi({ moderation: 'manual' });
  account = await givenAccount(api);
  desk = await givenTemplateDesk(api, account);
});
afterAll(() => api.close());

const ask = (method: string, path: string, body?: unknown, of: Account = account) =>
  of.ask(method, path, body, 'SYSTEM');

describe('a change of a template', () => {
  const CHANGES = { pattern: 'New %d', dateFrom: '2024-08-01T00:00:00Z', dateTo: FAR } as const;
  const EDITABLE: Readonly<Record<keyof typeof CHANGES, readonly string[]>> = {
    pattern: ['INTERNAL_REVIEW', 'REJECTED'],
    dateFrom: ['INTERNAL_REVIEW', 'EXTERNAL_REVIEW', 'REJECTED'],
    dateTo: ['APPROVED', 'AWAITING'],
  };
  const cases = Object.entries(EDITABLE).flatMap(([field, editable]) =>
    ['INTERNAL_REVIEW', 'EXTERNAL_REVIEW', 'AWAITING', 'APPROVED', 'REJECTED', 'DENIED'].map((status) => ({
      field,
      status,
      isTaken: editable.includes(status),
    })),
  );

  covers(
    'messaging.template.update.pattern',
    'messaging.template.update.dateFrom',
    'messaging.template.update.not-editable',
  );
  test.each(cases)('of $field in $status is accepted: $isTaken', async ({ field, status, isTaken }) => {
    const id = await desk.givenTemplateIn(status, { pattern: 'Old %d' });
    const value = field === 'dateTo' && status === 'AWAITING' ? '2100-01-01T00:00:00Z' : Reflect.get(CHANGES, field);
    const reply = await ask('PUT', `/templates/${id}`, { [field]: value });
    if (isTaken) expect([reply.status, reply.body]).toEqual([200, expect.objectContaining({ [field]: value })]);
    else
      expect([codeOf(reply), msgOf(reply)]).toEqual([
        4000,
        `Bad Request: ${field} is not editable in status ${status}`,
      ]);
  });

  covers('messaging.template.update');
  test('without fields answers with the unchanged template', async () => {
    const { id } = await desk.givenTemplate();
    const reply = await ask('PUT', `/templates/${id}`, {});
    expect([reply.status, reply.body]).toEqual([200, (await ask('GET', `/templates/${id}`)).body]);
  });

  test('submits a rejected template for review again', async () => {
    const id = await desk.givenTemplateIn('REJECTED');
    const rejected = await ask('GET', `/templates/${id}`);
    expect(rejected.body).toMatchObject({ managerComment: 'Say who you are', rejectedAt: expect.any(String) });
    expect((await ask('PUT', `/templates/${id}`, { pattern: 'Code %d' })).body).toMatchObject({ status: 'REJECTED' });
    const corrected = await ask('PUT', `/templates/${id}`, { pattern: 'Shop: %d' });
    expect(corrected.body).toMatchObject({ status: 'INTERNAL_REVIEW', managerComment: null, rejectedAt: null });
  });

  test('does not resubmit a rejected template beyond the limit of the account', async () => {
    const full = await givenAccount(api);
    const senderNameId = await desk.givenSender({}, full);
    const draft = { channelType: 'SMS', templateType: 'SERVICE', senderNameId, dateFrom: LONG_AGO };
    const { body } = await ask('POST', '/templates', { ...draft, pattern: 'First %d' }, full);
    const path = `/templates/${numberAt(body, 'id')}`;
    await desk.judge(numberAt(body, 'id'), 'REJECTED', 'no');
    await givenTemplates(api, full.companyId, senderNameId, 1_000);
    for (const reply of [
      await ask('POST', '/templates', { ...draft, pattern: 'One more' }, full),
      await ask('PUT', path, { pattern: 'Second %d' }, full),
    ])
      expect([codeOf(reply), msgOf(reply)]).toEqual([4000, expect.stringContaining('1000 templates')]);
    expect((await ask('GET', path, undefined, full)).body).toMatchObject({ status: 'REJECTED', pattern: 'First %d' });
  });

  covers('messaging.template.update.dateTo');
  test('of dateTo must lie in the future, after the start', async () => {
    const id = await desk.givenTemplateIn('APPROVED');
    const late = await ask('PUT', `/templates/${id}`, { dateTo: '2025-01-01T00:00:00Z' });
    expect([codeOf(late), msgOf(late)]).toEqual([4000, 'Bad Request: dateTo must be in the future']);
    const waiting = await desk.givenTemplateIn('AWAITING', { dateFrom: FAR });
    const early = await ask('PUT', `/templates/${waiting}`, { dateTo: '2098-01-01T00:00:00Z' });
    expect([codeOf(early), msgOf(early)]).toEqual([4000, 'Bad Request: dateTo must be after dateFrom']);
    expect((await ask('PUT', `/templates/${id}`, { dateTo: FAR })).body).toMatchObject({ dateTo: FAR });
    expect((await ask('PUT', `/templates/${id}`, { dateTo: null })).body).toMatchObject({ dateTo: null });
  });
});

describe('the review of a template', () => {
  test('follows the statuses only, and is in the log', async () => {
    const { id } = await desk.givenTemplate();
    expect(msgOf(await desk.judge(id, 'APPROVED'))).toBe('Inappropriate template status: INTERNAL_REVIEW');
    expect(msgOf(await desk.judge(id, 'REJECTED', ' '))).toContain('managerComment must say what to correct');
    expect((await desk.judge(id, 'EXTERNAL_REVIEW')).body).toMatchObject({
      status: 'EXTERNAL_REVIEW',
      senderNameId: expect.any(Number),
    });
    expect((await desk.judge(id, 'APPROVED')).body).toMatchObject({ status: 'APPROVED' });
    expect((await desk.judge(id, 'DENIED', 'spam')).body).toMatchObject({ status: 'DENIED', managerComment: 'spam' });
    expect(codeOf(await desk.judge(id, 'EXTERNAL_REVIEW'))).toBe(4000);
    expect(codeOf(await desk.judge(2_147_483_647, 'APPROVED'))).toBe(4040);
    expect(await staffDetailsOf(api, 'template', id)).toEqual([
      { from: 'INTERNAL_REVIEW', to: 'EXTERNAL_REVIEW' },
      { from: 'EXTERNAL_REVIEW', to: 'APPROVED' },
      { from: 'APPROVED', to: 'DENIED' },
    ]);
  });

  test('lists waiting templates by status and company', async () => {
    const { id } = await desk.givenTemplate();
    const { body } = await desk.moderator.ask(
      'GET',
      `/templates?status=INTERNAL_REVIEW&companyId=${account.companyId}&perPage=1000`,
    );
    expect((body as { items: { id: number }[] }).items.map((item) => item.id)).toContain(id); // checked against the contract by the client
    const stranger = await givenAccount(api);
    expect((await desk.moderator.ask('GET', `/templates?companyId=${stranger.companyId}`)).body).toMatchObject({
      total: 0,
    });
  });

  test('ends with the dates of the template', async () => {
    const waiting = await desk.givenTemplateIn('AWAITING');
    const ending = await desk.givenTemplateIn('APPROVED');
    await beginTemplate(api, waiting);
    await endTemplate(api, ending);
    expect(codeOf(await ask('PUT', `/templates/${ending}`, { dateTo: FAR }))).toBe(4000);
    await ageTemplates(api.platform);
    expect((await ask('GET', `/templates/${waiting}`)).body).toMatchObject({ status: 'APPROVED' });
    expect((await ask('GET', `/templates/${ending}`)).body).toMatchObject({ status: 'CLOSED' });
  });
});

describe('a dispatch', () => {
  let open: Api;
  let own: Account;
  beforeAll(async () => {
    open = await givenApi();
    own = await givenAccount(open);
  });
  afterAll(() => open.close());

  test('takes type and lane of each text from the template that it matches', async () => {
    const { companyId, token } = own;
    const sender = { companyId, senderName: 'Shop', channelType: 'SMS', commonType: 'COMMON', brand: 'MTS' };
    const made = await open.call('POST', '/senders', { token, body: { ...sender, dateFrom: LONG_AGO } });
    const senderId = numberAt(made.body, 'id');
    const draft = { channelType: 'SMS', senderNameId: senderId, dateFrom: LONG_AGO };
    const template = await own.ask(
      'POST',
      '/templates',
      { ...draft, templateType: 'AUTHORIZE', pattern: 'Code %d{4}' },
      'SYSTEM',
    );
    await own.ask('POST', '/templates', { ...draft, templateType: 'SERVICE', pattern: 'Code %w' }, 'SYSTEM');
    const dispatch = await open.call('POST', '/dispatches', {
      token,
      body: {
        companyId,
        name: 'Codes',
        senderIds: [senderId],
        channelType: 'SMS',
        text: 'Code {code}',
        messages: ['1234', 'soon', 'not yet'].map((code, at) => ({
          destination: `7916123000${at}`,
          substitutions: { code },
        })),
      },
    });
    const templateId = numberAt(template.body, 'id');
    expect(await trafficOf(open, numberAt(dispatch.body, 'id'))).toEqual([
      { templateId, trafficType: 'AUTHORIZE', lane: 'urgent' },
      { templateId: templateId + 1, trafficType: 'SERVICE', lane: 'normal' },
      { templateId: null, trafficType: 'PROMO', lane: 'bulk' },
    ]);
  });
});
