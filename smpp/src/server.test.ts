import { afterEach, expect, test, vi } from 'vitest';
import { connectSmpp } from './client.ts';
import { noAnswer } from './codec/commands.ts';
import type { DeliverSm } from './codec/pdus.ts';
import { listenSmpp } from './server.ts';
import type { Respond, SmppSession } from './session/session.ts';
import { until } from './testing/raw-peer.ts';
import { sampleSubmit } from './testing/sample-pdus.ts';

const cleanup: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const clean of cleanup.splice(0).reverse()) await clean();
});

async function pair(
  onSubmit: (respond: Respond, session: SmppSession) => void,
  { window = 10, responseTimeoutMs = 120_000 } = {},
) {
  const sessions: SmppSession[] = [];
  const delivered: DeliverSm[] = [];
  const closed: string[] = [];
  const server = await listenSmpp({
    port: 0,
    host: '127.0.0.1',
    systemId: 'centre',
    onBind: ({ systemId, password }) => (systemId === 'volley' && password === 'secret' ? 0 : 0x0e),
    onBound: (session) => sessions.push(session),
    onSubmit: (_pdu, session, respond) => onSubmit(respond, session),
  });
  const client = await connectSmpp({
    host: '127.0.0.1',
    port: server.port,
    systemId: 'volley',
    password: 'secret',
    mode: 'transceiver',
    window,
    responseTimeoutMs,
    onDeliverSm: (pdu) => {
      delivered.push(pdu);
      return 0;
    },
    onClose: (reason) => closed.push(reason),
  });
  cleanup.push(
    () => server.close(),
    () => client.destroy(),
  );
  await until(() => sessions.length === 1);
  const [session] = sessions;
  if (session === undefined) throw new Error('no session');
  return { server, client, session, delivered, closed };
}

test('both sides know the name of the peer after the bind', async () => {
  const { client, session } = await pair((respond) => respond(0, '1'));
  expect(client.systemId).toBe('centre');
  expect(session.systemId).toBe('volley');
  expect(session.mode).toBe('transceiver');
});

test('a server session delivers and gets the answer', async () => {
  const { session, delivered } = await pair((respond) => respond(0, '1'));
  expect(await session.deliver({ ...sampleSubmit, receiptedMessageId: '9', messageState: 2 })).toBe(0);
  expect(delivered[0]).toMatchObject({ receiptedMessageId: '9', messageState: 2 });
});

test('only the first answer to a submit counts', async () => {
  const { client } = await pair((respond) => {
    respond(0, 'first');
    respond(0x58, 'second');
  });
  expect(await client.submit(sampleSubmit)).toEqual({ status: 0, messageId: 'first' });
  expect(await client.submit(sampleSubmit)).toEqual({ status: 0, messageId: 'first' });
});

test('a submit dropped unanswered is in doubt at the client', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  let taken = 0;
  const onSubmit = (respond: Respond) => {
    taken += 1;
    respond(noAnswer, '');
  };
  const { client } = await pair(onSubmit, { responseTimeoutMs: 50 });
  const result = client.submit(sampleSubmit);
  await until(() => taken === 1);
  vi.advanceTimersByTime(60);
  expect((await result).status).toBe(noAnswer);
});

test('closing the server ends its sessions', async () => {
  const { server, closed } = await pair((respond) => respond(0, '1'));
  await server.close();
  await until(() => closed.length === 1);
});

test('a hundred thousand submits all get their own answer through a window of 100', async () => {
  let count = 0;
  const onSubmit = (respond: Respond) => {
    count += 1;
    respond(0, String(count));
  };
  const { client } = await pair(onSubmit, { window: 100 });
  const total = 100_000;
  let [sent, failed, sum, inFlightMax] = [0, 0, 0, 0];
  await new Promise<void>((resolve) => {
    let answered = 0;
    const fill = (): void => {
      while (client.hasCapacity && sent < total) {
        sent += 1;
        client.submitWith(sampleSubmit, (status, messageId) => {
          answered += 1;
          failed += status === 0 ? 0 : 1;
          sum += Number(messageId);
          if (answered === total) resolve();
        });
        inFlightMax = Math.max(inFlightMax, client.inFlight);
      }
    };
    client.onCapacity(fill);
    fill();
  });
  expect([failed, inFlightMax]).toEqual([0, 100]);
  expect(sum).toBe((total * (total + 1)) / 2);
});
