import { expect, test } from 'vitest';
import { volleyHook } from '../../connectors/volley-http/hook.ts';
import { whatsappHook } from '../../connectors/whatsapp-cloud/hook.ts';
import { receiptOf } from './receipts.ts';

const hook = {
  linkId: 1,
  linkName: 'whatsapp',
  accountId: 3,
  protocol: 'WHATSAPP_CLOUD',
  channelType: 'WHATSAPP',
  secret: 'secret',
  verifyToken: null,
  senderNames: {},
  settings: {},
} as const;
const receivedAt = new Date(0);

test.each([
  [{ status: 'undelivered', code: 508 }, 508, '508'],
  [{ status: 'undelivered', code: 131_049 }, 502, '131049'],
  [{ status: 'rejected', code: 'NO_ACCOUNT' }, 502, 'NO_ACCOUNT'],
  [{ status: 'rejected', code: `\0${'x'.repeat(65)}` }, 502, 'x'.repeat(64)],
  [{ status: 'rejected' }, 502, null],
  [{ status: 'delivered', code: 508 }, null, null],
])('the status %j has the error code %s and the code %s of the provider', (status, errorCode, providerCode) => {
  const { statuses } = volleyHook.read({ statuses: [{ id: 'a', ...status }] }, hook, 0);
  expect(statuses.flatMap((one) => receiptOf(one, hook, receivedAt))).toMatchObject([{ errorCode, providerCode }]);
});

test.each([
  [{ status: 'failed', errors: [{ code: 131_049 }] }, 505, '131049'],
  [{ status: 'failed', errors: [] }, 502, null],
  [{ status: 'read', errors: [{ code: 131_049 }] }, null, null],
])('the WhatsApp status %j has the error code %s and the code %s of Meta', (status, errorCode, providerCode) => {
  const value = { statuses: [{ id: 'wamid.1', ...status }] };
  const body = { entry: [{ changes: [{ field: 'messages', value }] }] };
  const { statuses } = whatsappHook.read(body, hook, 0);
  expect(statuses.flatMap((one) => receiptOf(one, hook, receivedAt))).toMatchObject([{ errorCode, providerCode }]);
});
