// Programs of a project that has installed the packages. Each prints the final status of its message, or `ok`.

const SEND = `
const client = openClient({ api: process.env.VOLLEY_API ?? '', key: process.env.VOLLEY_KEY ?? '' });
async function main() {
  const { items } = await client.messages.send({
    channelType: 'SMS',
    senderName: process.env.SENDER ?? '',
    destination: '79161230001',
    content: 'Your order is ready.',
  });
  const uuid = items[0]?.messageUuid ?? '';
  for (;;) {
    const { status } = await client.messages.get(uuid);
    if (status !== 'sending' && status !== 'sent') return status;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
main().then((status) => console.log(status));
`;

const LOOPBACK = `
async function main() {
  const server = await listenSmpp({
    host: '127.0.0.1',
    port: 0,
    onBind: () => commandStatus.ok,
    onSubmit: (pdu, session, respond) => respond(commandStatus.ok, pdu.shortMessage.toString('latin1')),
  });
  const session = await connectSmpp({
    host: '127.0.0.1',
    port: server.port,
    systemId: 'shop',
    password: 'secret',
    mode: 'transceiver',
    window: 10,
    onDeliverSm: () => 0,
    onClose: () => undefined,
  });
  const address = { sourceTon: 5, sourceNpi: 0, sourceAddr: 'Shop', destinationTon: 1, destinationNpi: 1, destinationAddr: '79161230001' };
  const text = { esmClass: 0, registeredDelivery: 1, dataCoding: 0, shortMessage: Buffer.from('ok') };
  const { messageId } = await session.submit({ ...address, ...text });
  await session.unbindAndClose(1_000);
  await server.close();
  return messageId;
}
main().then((word) => console.log(word));
`;

/** Compiled only: types that must hold, and types that must not. */
const TYPES = `
export async function typed(): Promise<void> {
  const { details, requestId }: ApiFailure = await client.balance.get().catch((error: ApiFailure) => error) as ApiFailure;
  const reasons: readonly string[] = details.map(({ field, reason, code }) => field + reason + code);
  for await (const message of client.messages.each({ status: 'undelivered' })) {
    const code: number | undefined = message.errorCode;
    console.log(code, reasons, requestId);
  }
  for await (const events of followEvents(client, { after: 0, wait: false }))
    for (const event of events) if (event.callback_event === 'price') console.log(event.price);
  await client.messages.send({
    channelType: 'TELEGRAM',
    senderName: 'shop_bot',
    destination: '79161230001',
    content: { text: 'Hi', keyboard: { buttons: [{ type: 'url', text: 'Open', value: 'https://shop.example' }] } },
    cascade: [{ channelType: 'SMS', senderName: 'Shop', content: 'Hi' }],
  });
  // @ts-expect-error An SMS has no keyboard.
  await client.messages.send({ channelType: 'SMS', senderName: 'Shop', destination: '7', content: { keyboard: {} } });
  // @ts-expect-error The channel is unknown.
  await client.messages.send({ channelType: 'FAX', senderName: 'Shop', destination: '7', content: 'Hi' });
  const partner = openPartnerClient({ api: '', login: '', password: '' });
  const { companyId }: { companyId: number } = await partner.companies.get(1);
  // @ts-expect-error An id is a number.
  await partner.dispatches.start('1');
  console.log(companyId, verifyCallback('whsec_', {}, '')[0]?.event_number);
}
`;

const TYPED_IMPORTS = `import { type ApiFailure, followEvents, openClient, verifyCallback } from '@volley/sdk';
import { openPartnerClient } from '@volley/sdk/partner';
`;

/** Project → files. */
export const PROGRAMS = {
  sdk: {
    'send.mjs': `import { openClient } from '@volley/sdk';\n${SEND}`,
    'send.cjs': `const { openClient } = require('@volley/sdk');\n${SEND}`,
    'send.mts': `${TYPED_IMPORTS}${SEND}${TYPES}`,
    'send-cjs.cts': `${TYPED_IMPORTS}${SEND}${TYPES}`,
    'partner.mjs': `import { openPartnerClient } from '@volley/sdk/partner';
const { VOLLEY_API: api = '', LOGIN: login = '', PASSWORD: password = '' } = process.env;
const { items } = await openPartnerClient({ api, login, password }).companies.list();
console.log(items.length > 0 ? 'ok' : 'no company');
`,
  },
  smpp: {
    'loopback.mjs': `import { commandStatus, connectSmpp, listenSmpp } from '@volley/smpp';\n${LOOPBACK}`,
    'loopback.cjs': `const { commandStatus, connectSmpp, listenSmpp } = require('@volley/smpp');\n${LOOPBACK}`,
    'loopback-typed.mts': `import { commandStatus, connectSmpp, listenSmpp } from '@volley/smpp';\n${LOOPBACK}`,
  },
  cli: {},
} as const;
