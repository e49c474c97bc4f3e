// The signing secret of a webhook for people on duty: replaced by staff, and sealed.
import { createHmac, randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { rotateContactSecrets } from '../../src/features/duty/contacts/rotate-contact-secrets.ts';
import { createSecretBox } from '../../src/platform/secret-box.ts';
import { useCell } from '../given/cell.ts';
import { numberAt, textAt } from '../given/http-client.ts';
import type { ReceivedCallback } from '../given/outside/callback-sink.ts';
import { actionsOf, type GivenStaff, givenStaff } from '../given/people/staff.ts';

const DAY = 86_400;
const PATH = '/duty';

const cell = useCell({ settings: { smtpUrl: 'smtp://127.0.0.1:1', smtpFrom: 'volley@shop.example' } });
let staff: GivenStaff;
beforeAll(async () => {
  staff = await givenStaff(cell(), 'sre');
});

const create = (kind: 'WEBHOOK' | 'EMAIL', address: string) =>
  staff.ask('POST', '/duty-contacts', {
    kind,
    name: 'Night shift',
    address,
    severities: ['CRITICAL'],
    language: 'en',
    enabled: true,
  });

async function givenWebhook() {
  const { body } = await create('WEBHOOK', cell().sink.url(PATH));
  return { contactId: numberAt(body, 'contactId'), first: textAt(body, 'signingSecret') };
}

const replace = (contactId: number) => staff.ask('POST', `/duty-contacts/${contactId}/signing-secrets`);

/** The header as a receiver with these secrets computes it. */
function signaturesBy(secrets: readonly string[], { headers, text }: ReceivedCallback): string {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
  const keys = secrets.map((secret) => Buffer.from(secret.slice('whsec_'.length), 'base64'));
  return keys.map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`).join(' ');
}

async function testNotice(contactId: number): Promise<ReceivedCallback> {
  expect((await staff.ask('POST', `/duty-contacts/${contactId}/test`)).body).toEqual({ sent: true, error: null });
  const last = cell().sink.received(PATH).at(-1);
  if (last === undefined) throw new Error(`no test notice came for contact ${contactId}`);
  return last;
}

async function previousEndsAt(contactId: number): Promise<string | null> {
  const reply = await staff.ask('GET', '/duty-contacts');
  const { items } = reply.body as { items: { contactId: number; previousSecretEndsAt: string | null }[] }; // checked by the client
  const shown = items.find((item) => item.contactId === contactId);
  if (shown === undefined) throw new Error(`contact ${contactId} is not listed`);
  expect(reply.text).not.toContain('whsec_');
  return shown.previousSecretEndsAt;
}

test('a replaced secret signs beside the new one for a day', async () => {
  const { contactId, first } = await givenWebhook();
  expect(await previousEndsAt(contactId)).toBeNull();
  const reply = await replace(contactId);
  const second = textAt(reply.body, 'signingSecret');
  expect([reply.status, second === first]).toEqual([201, false]);
  expect(await previousEndsAt(contactId)).toBe(textAt(reply.body, 'previousSecretEndsAt'));
  const signedByBoth = await testNotice(contactId);
  expect(signedByBoth.headers['webhook-signature']).toBe(signaturesBy([second, first], signedByBoth));
  await cell().advance(DAY + 1);
  // The token has expired too.
  staff = await givenStaff(cell(), 'sre');
  expect(await previousEndsAt(contactId)).toBeNull();
  const signedByOne = await testNotice(contactId);
  expect(signedByOne.headers['webhook-signature']).toBe(signaturesBy([second], signedByOne));
});

test('a secret that is replaced twice signs no more', async () => {
  const { contactId, first } = await givenWebhook();
  const second = textAt((await replace(contactId)).body, 'signingSecret');
  const third = textAt((await replace(contactId)).body, 'signingSecret');
  const notice = await testNotice(contactId);
  expect(notice.headers['webhook-signature']).toBe(signaturesBy([third, second], notice));
  expect(notice.headers['webhook-signature']).not.toContain(signaturesBy([first], notice));
});

test('rotation of the keys seals both secrets under the current key', async () => {
  const { contactId, first } = await givenWebhook();
  const second = textAt((await replace(contactId)).body, 'signingSecret');
  const { db, config } = cell().platform;
  const next = `next:${randomBytes(32).toString('base64')}`;
  await rotateContactSecrets({ db, secrets: createSecretBox([next, ...config.secretKeys]) });
  const [row] = await cell().sql<{ present: string; previous: string }>(
    'select secret_sealed as present, previous_sealed as previous from duty_contacts where id = $1',
    [contactId],
  );
  const withoutOldKey = createSecretBox([next]);
  expect(withoutOldKey.open(row?.present ?? '')).toBe(second);
  expect(withoutOldKey.open(row?.previous ?? '')).toBe(first);
});

test('only an existing webhook has a signing secret', async () => {
  const { body } = await create('EMAIL', 'duty@shop.example');
  const refused = await replace(numberAt(body, 'contactId'));
  expect([refused.status, refused.body]).toMatchObject([400, { error: { details: [{ field: 'id' }] } }]);
  expect((await replace(2_000_000)).status).toBe(404);
});

test('the log of staff names the replacement without the secret', async () => {
  const support = await givenStaff(cell(), 'support');
  const { contactId } = await givenWebhook();
  expect((await support.ask('POST', `/duty-contacts/${contactId}/signing-secrets`)).status).toBe(403);
  await replace(contactId);
  const actions = await actionsOf(cell().platform, staff.staffId);
  expect(actions.at(-1)).toMatchObject({
    action: 'duty-contact.rotate-secret',
    subjectKind: 'duty-contact',
    subjectId: String(contactId),
  });
  expect(JSON.stringify(actions)).not.toContain('whsec_');
});
