// Requests that are refused: without and with wrong credentials, with malformed, foreign and too large bodies, with
// unknown ids, and in states that do not allow them.
import type { EndpointShape } from '@volley/contract/endpoint.ts';
import { KEY_TYPES } from '@volley/domain/people/key-type.ts';
import type { Cell } from '../../given/cell.ts';
import { numberAt } from '../../given/http-client.ts';
import { givenAccount } from '../../given/people/account.ts';
import { registerName } from '../../given/people/seller.ts';
import { givenVerifier, givenWidget, SITE } from '../../given/people/verification.ts';
import { idSlots } from '../../isolation/id-slots.ts';
import { type Parts, put } from '../../isolation/request-parts.ts';
import { type Ground, newNumber } from './ground.ts';
import { type Answer, type Sent, send, sendHuge, unknownId } from './request.ts';
import { sentSession } from './widget.ts';

type Named<Value> = readonly [what: string, value: Value];

const WRONG_KEY = Buffer.from(`unknown:${'0'.repeat(32)}`).toString('base64');
const MALFORMED = ['{', '"text"', '{"companyId":"x"}', '[{}]'];

/** Credentials that may call the operation; for the widget, the site of its page. */
export function allowed({ auth, surface, keyTypes }: EndpointShape, { tenant, staff, owner }: Ground): Sent {
  if (surface === 'widget') return { headers: { origin: SITE } };
  if (auth === 'partner') return { token: tenant.token };
  if (auth === 'staff') return { token: staff.token };
  return auth === 'key' ? { token: owner.keys[keyTypes?.[0] ?? 'MESSAGES'] } : {};
}

/** Credentials that do not suffice. */
function denied({ auth, surface, keyTypes }: EndpointShape, { newcomer, owner }: Ground, valid: Parts): Named<Sent>[] {
  const other = KEY_TYPES.find((type) => keyTypes?.includes(type) === false);
  return [
    ['no credentials', {}],
    ['wrong token', { token: 'wrong' }],
    ['wrong key', { token: WRONG_KEY }],
    ...(other === undefined ? [] : [['other key', { token: owner.keys[other] }] as const]),
    ...(auth === 'staff' ? [['no role', { token: newcomer.token }] as const] : []),
    ...(surface === 'widget'
      ? [['other site', { ...valid, headers: { origin: 'https://other.example' } }] as const]
      : []),
  ];
}

/** A body where none is expected is not read on into the request, so the ids are unknown: nothing may be changed. */
function malformed(shape: EndpointShape, known: Sent, { params }: Parts): Named<Sent>[] {
  if (shape.method === 'GET') return [];
  const unknown = [...MALFORMED.map((raw) => ({ raw })), { raw: 'text', type: 'text/plain' }];
  const own = shape.body === undefined || params === undefined ? [] : ['{', '"text"'].map((raw) => ({ raw, params }));
  return [...unknown, ...own].map((body) => [`body ${body.raw}`, { ...known, ...body }]);
}

/** Ids of the path that are unknown, or malformed, in a request that is valid otherwise. */
function wrongPaths({ params }: EndpointShape, sent: Sent): Named<Sent>[] {
  if (params === undefined) return [];
  const malformedIds = Object.fromEntries(Object.keys(params.properties).map((name) => [name, '-']));
  return [
    ['unknown path', { ...sent, params: {} }],
    ['malformed path', { ...sent, params: malformedIds }],
  ];
}

/** The valid request with an unknown id in one place. */
function unknownIds(shape: EndpointShape, known: Sent, valid: Parts): Named<Sent>[] {
  return idSlots(shape).map((slot) => {
    const text = unknownId(slot.isUuid, slot.pattern);
    const sent = { ...known, ...put(valid, slot, slot.isUuid || slot.isText ? text : Number(text)) };
    return [`unknown ${slot.path.join('.')}`, sent];
  });
}

const foreignBot: InState = (_ground, valid) => [['foreign bot', changed(valid, { senderName: 'foreign_bot' })]];

const changed = (valid: Parts, change: object): Parts => ({ ...valid, body: Object.assign({}, valid.body, change) });

type InState = (ground: Ground, valid: Parts) => Promise<Named<Sent>[]> | Named<Sent>[];

/** Refusals that need a state of their own. */
const IN_STATE: Readonly<Record<string, InState>> = {
  issueToken: ({ credentials: { login } }) => [['wrong password', { body: { login, password: 'wrong' } }]],
  issueStaffToken: ({ staff: { login } }) => [['wrong password', { body: { login, password: 'wrong' } }]],
  openWidgetSession: (_ground, { params = {} }) =>
    ['fail', 'broken'].map((captchaToken) => [
      `captcha ${captchaToken}`,
      { params, body: { destination: newNumber(), channelType: 'SMS', captchaToken } },
    ]),
  issueWidgetChallenge: ({ widget: { widgetId } }, valid) => [
    ['a widget with a captcha', { ...valid, params: { widgetId } }],
  ],
  uploadSubscribers: foreignBot,
  deleteSubscribers: foreignBot,
  inviteSubscriber: foreignBot,
  startAccountDispatch: async ({ cell }) => {
    const { account, token } = await poorAccount(cell);
    const draft = { dispatchName: 'July', channelType: 'SMS', senderName: 'Shop', content: 'Hi' };
    const id = numberAt((await account.ask('POST', '/dispatch', draft)).body, 'dispatchId');
    await account.ask('POST', `/dispatch/${id}/messages`, [{ destination: newNumber() }]);
    return [['no money', { token: token.MESSAGES, params: { id } }]];
  },
  sendVerification: async ({ cell }, valid) => {
    const { token, gatewayId } = await poorAccount(cell);
    return [['no money', { token: token.VERIFIER, ...changed(valid, { gatewayId }) }]];
  },
  sendWidgetCode: async (ground) => {
    const { account, token, gatewayId } = await poorAccount(ground.cell);
    const widget = await givenWidget(ground.cell, account, { gatewayId });
    return [
      ['a code sent before', { body: { key: await sentSession(ground) } }],
      ['no money', { token: token.VERIFIER, body: { key: await widget.begun() } }],
      ['unknown key', { body: { key: 'unknown' } }],
    ];
  },
};

async function poorAccount(cell: Cell) {
  const account = await givenAccount(cell, { balance: 0 });
  await registerName(cell, account, {});
  const { gatewayId } = await givenVerifier(cell, account);
  return { account, token: account.keys, gatewayId };
}

/** The first parameter of the query, with a text that no parameter takes. */
const invalidQuery = ({ query }: EndpointShape) => ({
  page: '-1',
  limit: 'x',
  companyId: '0',
  ...Object.fromEntries(
    Object.keys(query?.properties ?? {})
      .slice(0, 1)
      .map((name) => [name, '\0']),
  ),
});

export async function refusedAnswers(
  ground: Ground,
  shape: EndpointShape,
  valid: Parts,
): Promise<readonly Named<Answer>[]> {
  const { url } = ground.cell;
  const known = allowed(shape, ground);
  const states = (await IN_STATE[shape.id]?.(ground, valid)) ?? [];
  const requests: readonly Named<Sent>[] = [
    ...denied(shape, ground, valid),
    ...(shape.body === undefined ? [] : [['empty body', { ...known, body: {} }] as const]),
    ...wrongPaths(shape, { ...known, ...valid }),
    ['invalid query', { ...known, query: invalidQuery(shape) }],
    ...malformed(shape, known, valid),
    ...unknownIds(shape, known, valid),
    ...states.map(([what, sent]): Named<Sent> => [what, { ...known, ...sent }]),
  ];
  const answers: Named<Answer>[] = [];
  for (const [what, sent] of requests) answers.push([what, await send(url, shape, sent)]);
  if (shape.method !== 'GET') answers.push(['huge body', await sendHuge(url, shape, known)]);
  return answers;
}
