// Input of a session: enquire_link, deliveries, floods and broken bytes.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connectSmpp } from '../client.ts';
import { commandId } from '../codec/commands.ts';
import { type ListenOptions, listenSmpp } from '../server.ts';
import { pduBytes, type RawPeer, rawClient, rawServer, until } from '../testing/raw-peer.ts';

const cleanup: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const clean of cleanup.splice(0).reverse()) await clean();
});

const bindBody = '6100 6200 00 34 00 00 00';
const submitBody = '00 05 00 4100 01 01 373900 00 00 00 00 00 01 00 00 00 02 4869';
const deliverBody = submitBody;

async function boundServer(options: Partial<ListenOptions> = {}) {
  const closed: string[] = [];
  const submits: string[] = [];
  const server = await listenSmpp({
    port: 0,
    host: '127.0.0.1',
    bindTimeoutMs: 120_000,
    onBind: () => 0,
    onSubmit: (pdu, _session, respond) => {
      submits.push(pdu.shortMessage.toString('latin1'));
      respond(0, String(submits.length));
    },
    onClose: (_session, reason) => closed.push(reason),
    ...options,
  });
  const peer = await rawClient(server.port);
  cleanup.push(
    () => server.close(),
    () => peer.destroy(),
  );
  return { server, peer, closed, submits };
}

async function bind(peer: RawPeer): Promise<void> {
  peer.send(pduBytes(commandId.bindTransceiver, 0, 1, bindBody));
  await peer.pdu(0);
}

const statusOf = (pdu: Buffer): number => pdu.readUInt32BE(8);
const commandOf = (pdu: Buffer): number => pdu.readUInt32BE(4);

describe('a broken length field gets generic_nack and a closed connection', () => {
  const cases: [string, string, number][] = [
    ['PDU length 0', '00000000 00000004 00000000 00000005', 0x02],
    ['PDU length 8', '00000008 00000004 00000000 00000005', 0x02],
    ['PDU length 15', '0000000f 00000004 00000000 00000005', 0x02],
    ['PDU length 65537', '00010001 00000004 00000000 00000005', 0x02],
  ];
  test.each(cases)('%s', async (_name, bytes, status) => {
    const { peer, closed, submits } = await boundServer();
    await bind(peer);
    peer.send(bytes);
    const nack = await peer.pdu(1);
    expect(commandOf(nack)).toBe(commandId.genericNack);
    expect(statusOf(nack)).toBe(status);
    await until(() => closed.length === 1 && peer.closed);
    expect(closed[0]).toMatch(/^refused/);
    expect(submits).toEqual([]);
  });

  test('PDUs before the broken one are answered first', async () => {
    const { peer, submits } = await boundServer();
    await bind(peer);
    peer.send(Buffer.concat([pduBytes(4, 0, 5, submitBody), Buffer.alloc(16)]));
    expect(commandOf(await peer.pdu(1))).toBe(0x80000004);
    expect(commandOf(await peer.pdu(2))).toBe(commandId.genericNack);
    expect(submits).toEqual(['Hi']);
  });

  test('random bytes never throw and never stop the server for other sessions', async () => {
    const { server, peer } = await boundServer();
    const chunks = fc.sample(fc.uint8Array({ minLength: 1, maxLength: 300 }), 150);
    for (const [index, chunk] of chunks.entries()) {
      const noisy = await rawClient(server.port);
      if (index % 2 === 0) noisy.send(pduBytes(commandId.bindTransceiver, 0, 1, bindBody));
      noisy.send(index % 3 === 0 ? pduBytes(4, 0, 2, Buffer.from(chunk).toString('hex')) : Buffer.from(chunk));
      setTimeout(() => noisy.destroy(), 50);
    }
    await bind(peer);
    expect(statusOf(await peer.pdu(0))).toBe(0);
  });
});

describe('a broken submit_sm in a valid frame is refused, and the session stays open', () => {
  test.each([
    ['text longer than the PDU', submitBody.replace('02 4869', 'ff 4869'), 0x01],
    ['C-string without an end', '00 05 00 414141', 0xc2],
    ['empty body', '', 0xc2],
  ])('%s', async (_name, body, status) => {
    const { peer, closed, submits } = await boundServer();
    await bind(peer);
    peer.send(pduBytes(4, 0, 5, body), pduBytes(4, 0, 6, submitBody));
    expect([commandOf(await peer.pdu(1)), statusOf(await peer.pdu(1))]).toEqual([0x80000004, status]);
    expect(statusOf(await peer.pdu(2))).toBe(0);
    expect([submits, closed]).toEqual([['Hi'], []]);
  });
});

describe('unexpected commands', () => {
  test('an unknown command gets generic_nack, and the session stays open', async () => {
    const { peer } = await boundServer();
    await bind(peer);
    peer.send(pduBytes(0x77, 0, 5), pduBytes(commandId.enquireLink, 0, 6));
    expect((await peer.pdu(1)).toString('hex')).toBe(pduBytes(commandId.genericNack, 3, 5).toString('hex'));
    expect((await peer.pdu(2)).toString('hex')).toBe(pduBytes(0x80000015, 0, 6).toString('hex'));
  });

  test('a submit before the bind, and from a receiver, gets status 4', async () => {
    const { peer, submits } = await boundServer();
    peer.send(pduBytes(4, 0, 1, submitBody));
    expect(statusOf(await peer.pdu(0))).toBe(4);
    peer.send(pduBytes(commandId.bindReceiver, 0, 2, bindBody), pduBytes(4, 0, 3, submitBody));
    expect(statusOf(await peer.pdu(2))).toBe(4);
    expect(submits).toEqual([]);
  });

  test('a second bind gets status 5', async () => {
    const { peer } = await boundServer();
    await bind(peer);
    peer.send(pduBytes(commandId.bindTransceiver, 0, 2, bindBody));
    expect(statusOf(await peer.pdu(1))).toBe(5);
  });

  test('failing bind and submit handlers are answered as system errors', async () => {
    const { peer } = await boundServer({
      onBind: (request) => (request.mode === 'receiver' ? Promise.reject(new Error('no')) : 0),
      onSubmit: () => {
        throw new Error('no');
      },
    });
    peer.send(pduBytes(commandId.bindReceiver, 0, 1, bindBody));
    expect(statusOf(await peer.pdu(0))).toBe(8);
    peer.send(pduBytes(commandId.bindTransmitter, 0, 2, bindBody), pduBytes(4, 0, 3, submitBody));
    expect(statusOf(await peer.pdu(2))).toBe(8);
  });

  test('a connection that does not bind is closed', async () => {
    const { peer, closed } = await boundServer({ bindTimeoutMs: 30 });
    await until(() => peer.closed);
    expect(closed).toEqual(['no bind in time']);
  });
});

test('a peer that does not read its answers is not read either', async () => {
  let handled = 0;
  const { peer } = await boundServer({
    onSubmit: (_pdu, _session, respond) => {
      handled += 1;
      respond(0, 'x'.repeat(64));
    },
  });
  await bind(peer);
  peer.pause();
  const total = 600_000;
  const thousand = Buffer.concat(Array.from({ length: 1_000 }, () => pduBytes(4, 0, 2, submitBody)));
  for (let sent = 0; sent < total; sent += 1_000) peer.send(thousand);
  // Reading stops when the server's answers fill the buffers in between; then the count no longer grows.
  let [before, still] = [-1, 0];
  while (still < 20) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    still = before === handled && handled > 1_000 ? still + 1 : 0;
    before = handled;
  }
  expect(handled).toBeGreaterThan(1_000);
  expect(handled).toBeLessThan(total);
});

describe('liveness', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] }));

  test('two unanswered enquire_link end the session', async () => {
    const { peer, closed } = await boundServer({ settings: { enquireLinkMs: 60, enquireTimeoutMs: 60 } });
    await bind(peer);
    vi.advanceTimersByTime(75);
    await peer.pdu(1);
    vi.advanceTimersByTime(60);
    await peer.pdu(2);
    expect(closed).toEqual([]);
    vi.advanceTimersByTime(60);
    expect(closed).toEqual(['enquire_link unanswered']);
    expect(peer.pdus.slice(1).map(commandOf)).toEqual([commandId.enquireLink, commandId.enquireLink]);
  });

  test('a peer that answers or sends any other bytes stays connected', async () => {
    const { peer, closed } = await boundServer({ settings: { enquireLinkMs: 40, enquireTimeoutMs: 40 } });
    await bind(peer);
    for (let turn = 1; turn <= 10; turn += 1) {
      vi.advanceTimersByTime(60);
      const question = await peer.pdu(2 * turn - 1);
      expect(commandOf(question)).toBe(commandId.enquireLink);
      vi.advanceTimersByTime(10);
      // Every second enquire_link is answered; in place of the remaining answers the peer sends a request.
      if (turn % 2 === 0) peer.send(pduBytes(0x80000015, 0, question.readUInt32BE(12)));
      peer.send(pduBytes(commandId.enquireLink, 0, turn));
      expect(commandOf(await peer.pdu(2 * turn))).toBe(0x80000015);
    }
    expect(closed).toEqual([]);
  });
});

describe('deliveries', () => {
  async function client(
    onDeliverSm: () => number | Promise<number>,
    maxUnanswered: number,
    responseTimeoutMs = 120_000,
  ) {
    const peers: RawPeer[] = [];
    const closed: string[] = [];
    const server = await rawServer((peer) => {
      peers.push(peer);
      void peer
        .pdu(0)
        .then((request) => peer.send(pduBytes(commandOf(request) + 0x80000000, 0, request.readUInt32BE(12), '00')));
    });
    const session = await connectSmpp({
      host: '127.0.0.1',
      port: server.port,
      systemId: 'a',
      password: 'b',
      mode: 'receiver',
      window: 1,
      maxUnanswered,
      responseTimeoutMs,
      onDeliverSm,
      onClose: (reason) => closed.push(reason),
    });
    const [peer] = peers;
    if (peer === undefined) throw new Error('no peer');
    cleanup.push(
      () => server.close(),
      () => peer.destroy(),
      () => session.destroy(),
    );
    return { peer, closed };
  }

  test.each([
    ['a status', () => 0, 0],
    ['a promise of a status', () => Promise.resolve(0x14), 0x14],
    ['a rejection', () => Promise.reject(new Error('no')), 0x64],
    [
      'a throw',
      () => {
        throw new Error('no');
      },
      0x64,
    ],
  ])('%s of the handler becomes the answer', async (_name, handler, status) => {
    const { peer } = await client(handler, 10);
    peer.send(pduBytes(5, 0, 42, deliverBody));
    const response = await peer.pdu(1);
    expect(response.toString('hex')).toBe(pduBytes(0x80000005, status, 42, '00').toString('hex'));
  });

  test('at most the limit are handled at once, and all are handled in the end', async () => {
    const waiting: ((status: number) => void)[] = [];
    let seen = 0;
    const { peer } = await client(() => {
      seen += 1;
      return new Promise((resolve) => waiting.push(resolve));
    }, 50);
    peer.send(Buffer.concat(Array.from({ length: 5_000 }, (_, index) => pduBytes(5, 0, index + 1, deliverBody))));
    await until(() => seen === 50);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(seen).toBe(50);
    while (seen < 5_000 || waiting.length > 0) {
      expect(waiting.length).toBeLessThanOrEqual(50);
      for (const resolve of waiting.splice(0)) resolve(0);
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    await until(() => peer.pdus.length === 5_001);
  });

  test('a handler that never answers ends the session', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
    let seen = 0;
    const onDeliverSm = () => {
      seen += 1;
      return new Promise<number>(() => undefined);
    };
    const { peer, closed } = await client(onDeliverSm, 5, 80);
    peer.send(Buffer.concat(Array.from({ length: 10 }, (_, index) => pduBytes(5, 0, index + 1, deliverBody))));
    await until(() => seen === 5);
    vi.advanceTimersByTime(80);
    expect(closed).toEqual([]);
    vi.advanceTimersByTime(20);
    expect(closed).toEqual(['reading stopped for too long']);
  });
});
