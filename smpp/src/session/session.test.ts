import { afterEach, describe, expect, test, vi } from 'vitest';
import { type ConnectOptions, connectSmpp } from '../client.ts';
import { commandId, noAnswer } from '../codec/commands.ts';
import { pduBytes, type RawPeer, rawServer, until } from '../testing/raw-peer.ts';
import { sampleSubmit } from '../testing/sample-pdus.ts';
import type { SmppSession } from './session.ts';

const cleanup: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const clean of cleanup.splice(0).reverse()) await clean();
});

type Started = { session: SmppSession; peer: RawPeer; closed: string[] };

/** A client session bound to a raw peer; PDU 0 of the peer is the bind. */
async function start(options: Partial<ConnectOptions> = {}): Promise<Started> {
  const peers: RawPeer[] = [];
  const server = await rawServer((peer) => peers.push(peer));
  const closed: string[] = [];
  const connecting = connectSmpp({
    host: '127.0.0.1',
    port: server.port,
    systemId: 'volley',
    password: 'secret',
    mode: 'transceiver',
    window: 10,
    onDeliverSm: () => 0,
    onClose: (reason) => closed.push(reason),
    ...options,
  });
  await until(() => peers.length === 1);
  const [peer] = peers;
  if (peer === undefined) throw new Error('no peer');
  const bind = await peer.pdu(0);
  peer.send(pduBytes(bind.readUInt32BE(4) + 0x80000000, 0, bind.readUInt32BE(12), '736d736300'));
  const session = await connecting;
  cleanup.push(
    () => server.close(),
    () => peer.destroy(),
    () => session.destroy(),
  );
  return { session, peer, closed };
}

const sequenceOf = (pdu: Buffer): number => pdu.readUInt32BE(12);
const answer = (peer: RawPeer, sequence: number, status = 0, body = '3700') =>
  peer.send(pduBytes(0x80000004, status, sequence, body));

describe('results of submits', () => {
  test('answers reach their submits in any order', async () => {
    const { session, peer } = await start();
    const first = session.submit(sampleSubmit);
    const second = session.submit(sampleSubmit);
    const sequences = [sequenceOf(await peer.pdu(1)), sequenceOf(await peer.pdu(2))];
    answer(peer, sequences[1] ?? 0, 0, '4200');
    answer(peer, sequences[0] ?? 0, 0x58, '');
    expect(await first).toEqual({ status: 0x58, messageId: '' });
    expect(await second).toEqual({ status: 0, messageId: 'B' });
    expect(session.inFlight).toBe(0);
  });

  test('a submit without an answer gets one result, by time-out, and a late answer changes nothing', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
    const { session, peer } = await start({ responseTimeoutMs: 60 });
    const results: number[] = [];
    session.submitWith(sampleSubmit, (status) => results.push(status));
    const sequence = sequenceOf(await peer.pdu(1));
    vi.advanceTimersByTime(45);
    expect(results).toEqual([]);
    vi.advanceTimersByTime(15);
    expect(results).toEqual([noAnswer]);
    answer(peer, sequence);
    const next = session.submit(sampleSubmit);
    answer(peer, sequenceOf(await peer.pdu(2)));
    expect((await next).status).toBe(0);
    expect(results).toEqual([noAnswer]);
  });

  test.each(['peer ends', 'we destroy'])(
    'every submit in flight is in doubt when the connection is lost: %s',
    async (who) => {
      const { session, peer, closed } = await start();
      const results: number[] = [];
      for (let count = 0; count < 10; count += 1) {
        session.submitWith(sampleSubmit, (status) => {
          results.push(status);
          if (count === 3) throw new Error('a failing callback');
        });
      }
      // A throwing callback is reported as an uncaught error and stops no further callback.
      const uncaught: unknown[] = [];
      const listeners = process.rawListeners('uncaughtException');
      process.removeAllListeners('uncaughtException');
      process.once('uncaughtException', (error) => uncaught.push(error));
      await peer.pdu(10);
      if (who === 'peer ends') peer.destroy();
      else session.destroy();
      await until(() => closed.length === 1 && uncaught.length === 1);
      // All listeners of this event take an error.
      for (const listener of listeners) process.on('uncaughtException', listener as (error: Error) => void);
      expect(results).toEqual(Array.from({ length: 10 }, () => noAnswer));
      expect(closed).toHaveLength(1);
      expect(() => session.submitWith(sampleSubmit, () => undefined)).toThrow('not bound');
    },
  );

  test('a generic_nack refuses its submit, even with status 0', async () => {
    const { session, peer } = await start();
    const submits = [session.submit(sampleSubmit), session.submit(sampleSubmit)];
    peer.send(pduBytes(commandId.genericNack, 3, sequenceOf(await peer.pdu(1))));
    peer.send(pduBytes(commandId.genericNack, 0, sequenceOf(await peer.pdu(2))));
    expect((await Promise.all(submits)).map(({ status }) => status)).toEqual([3, 0xff]);
    expect(session.isBound).toBe(true);
  });

  test('an unsolicited generic_nack does not end the session', async () => {
    const { session, peer } = await start();
    peer.send(pduBytes(commandId.genericNack, 2, 0), pduBytes(commandId.genericNack, 3, 77));
    const submit = session.submit(sampleSubmit);
    peer.send(pduBytes(0x80000004, 0, sequenceOf(await peer.pdu(1)), '3700'));
    expect((await submit).status).toBe(0);
    expect(session.isBound).toBe(true);
  });

  test('an answer to another command does not settle a submit', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
    const { session, peer } = await start({ responseTimeoutMs: 80 });
    const result = session.submit(sampleSubmit);
    peer.send(pduBytes(0x80000005, 0, sequenceOf(await peer.pdu(1)), '00'));
    // The answer to this enquire_link proves that the session has read the PDUs before it.
    peer.send(pduBytes(commandId.enquireLink, 0, 9));
    await peer.pdu(2);
    expect(session.inFlight).toBe(1);
    vi.advanceTimersByTime(100);
    expect((await result).status).toBe(noAnswer);
  });
});

describe('window', () => {
  test('is limited to its size, refuses more, and announces free capacity once', async () => {
    const { session, peer } = await start({ window: 3 });
    let told = 0;
    const results: number[] = [];
    while (session.hasCapacity) session.submitWith(sampleSubmit, (status) => results.push(status));
    expect(session.inFlight).toBe(3);
    expect(() => session.submitWith(sampleSubmit, () => undefined)).toThrow('window is full');
    await expect(session.submit(sampleSubmit)).rejects.toThrow('window is full');
    session.onCapacity(() => {
      told += 1;
    });
    const pdus = [await peer.pdu(1), await peer.pdu(2), await peer.pdu(3)];
    peer.send(Buffer.concat(pdus.map((pdu) => pduBytes(0x80000004, 0, sequenceOf(pdu), '3700'))));
    await until(() => results.length === 3);
    expect(told).toBe(1);
    expect(session.hasCapacity).toBe(true);
  });

  test('is not used by a PDU that cannot be written, and no byte is sent', async () => {
    const { session, peer } = await start();
    expect(() => session.submitWith({ ...sampleSubmit, sourceAddr: 'Банк' }, () => undefined)).toThrow(RangeError);
    expect(session.inFlight).toBe(0);
    const result = session.submit(sampleSubmit);
    answer(peer, sequenceOf(await peer.pdu(1)));
    expect((await result).status).toBe(0);
  });

  test('accepts no new submits long before memory grows if the peer does not read', async () => {
    const { session, peer } = await start({ window: 100_000 });
    peer.pause();
    const big = { ...sampleSubmit, shortMessage: Buffer.alloc(0), messagePayload: Buffer.alloc(60_000) };
    let sent = 0;
    for (let turn = 0; turn < 200 && session.hasCapacity; turn += 1) {
      while (session.hasCapacity && sent < 10_000 && sent < (turn + 1) * 20) {
        session.submitWith(big, () => undefined);
        sent += 1;
      }
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect(session.hasCapacity).toBe(false);
    expect(sent).toBeLessThan(1_000);
  });
});

describe('bind', () => {
  test.each([
    [0x0e, 'ESME_RINVPASWD'],
    [0x0d, 'ESME_RBINDFAIL'],
  ])('a refusal %i rejects and reports no close', async (status, message) => {
    const server = await rawServer((peer) => {
      void peer.pdu(0).then((bind) => peer.send(pduBytes(0x80000009, status, sequenceOf(bind), '00')));
    });
    cleanup.push(() => server.close());
    const closed: string[] = [];
    const options = { host: '127.0.0.1', port: server.port, systemId: 'a', password: 'b', window: 1 } as const;
    const bound = connectSmpp({
      ...options,
      mode: 'transceiver',
      onDeliverSm: () => 0,
      onClose: (reason) => closed.push(reason),
    });
    await expect(bound).rejects.toThrow(message);
    expect(closed).toEqual([]);
  });

  test('a deliver_sm in the same chunk as the bind answer is handled', async () => {
    let seen = 0;
    const server = await rawServer((peer) => {
      void peer.pdu(0).then((bind) => {
        const deliver = pduBytes(5, 0, 77, '00 0101 373900 0101 373900 00 00 00 00 00 00 00 00 00 02 4869');
        peer.send(Buffer.concat([pduBytes(0x80000009, 0, sequenceOf(bind), '00'), deliver]));
      });
    });
    const session = await connectSmpp({
      host: '127.0.0.1',
      port: server.port,
      systemId: 'a',
      password: 'b',
      mode: 'transceiver',
      window: 1,
      onDeliverSm: () => {
        seen += 1;
        return 0;
      },
      onClose: () => undefined,
    });
    cleanup.push(
      () => server.close(),
      () => session.destroy(),
    );
    await until(() => seen === 1);
  });

  test('a closed port rejects', async () => {
    const server = await rawServer(() => undefined);
    await server.close();
    const options = { host: '127.0.0.1', port: server.port, systemId: 'a', password: 'b', window: 1 } as const;
    const bound = connectSmpp({ ...options, mode: 'receiver', onDeliverSm: () => 0, onClose: () => undefined });
    await expect(bound).rejects.toThrow('ECONNREFUSED');
  });
});

describe('unbinding', () => {
  test('waits for the window, unbinds, then closes', async () => {
    const { session, peer, closed } = await start();
    const result = session.submit(sampleSubmit);
    const submit = await peer.pdu(1);
    const left = session.unbindAndClose(2_000);
    expect(session.hasCapacity).toBe(false);
    answer(peer, sequenceOf(submit));
    const unbind = await peer.pdu(2);
    expect(unbind.readUInt32BE(4)).toBe(commandId.unbind);
    peer.send(pduBytes(0x80000006, 0, sequenceOf(unbind)));
    await left;
    expect((await result).status).toBe(0);
    expect(closed).toEqual(['unbound']);
  });

  test('has a time limit, and unanswered submits are in doubt', async () => {
    const { session, peer, closed } = await start();
    const result = session.submit(sampleSubmit);
    const left = session.unbindAndClose(50);
    const unbind = await peer.pdu(2);
    peer.send(pduBytes(0x80000006, 0, sequenceOf(unbind)));
    await left;
    expect((await result).status).toBe(noAnswer);
    expect(closed).toEqual(['unbound']);
  });

  test('by the peer is answered before the close', async () => {
    const { peer, closed } = await start();
    peer.send(pduBytes(commandId.unbind, 0, 9));
    expect((await peer.pdu(1)).toString('hex')).toBe(pduBytes(0x80000006, 0, 9).toString('hex'));
    await until(() => closed.length === 1);
    expect(closed).toEqual(['unbound by peer']);
  });
});
