// Receipts and answers that break the standard inside a valid frame: the session stays bound, answers each of them, and
// uses a receipt with readable id and state.
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { propertyRuns } from '../../../tools/proofs/property-runs.ts';
import { connectSmpp } from '../client.ts';
import { type RawPeer, rawServer, until } from '../testing/raw-peer.ts';
import { sampleSubmit } from '../testing/sample-pdus.ts';
import { parseReceipt } from '../texts/receipt.ts';
import { commandId, commandStatus, esmClass, headerBytes, tlvTag } from './commands.ts';
import { messageBytesMax, writeDeliver } from './pdu-writer.ts';
import type { DeliverSm } from './pdus.ts';

const cleanup: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const clean of cleanup.splice(0).reverse()) await clean();
});

const textOnly: DeliverSm = {
  ...sampleSubmit,
  esmClass: esmClass.receipt,
  shortMessage: Buffer.from('id:123456 sub:001 dlvrd:001 submit date:2611151200 stat:DELIVRD err:000 text:'),
};
const tlvOnly: DeliverSm = {
  ...textOnly,
  shortMessage: Buffer.alloc(0),
  receiptedMessageId: '123456',
  messageState: 2,
  userMessageReference: 7,
};
const both: DeliverSm = { ...tlvOnly, shortMessage: textOnly.shortMessage };

function framed(body: Buffer, command: number, sequence: number): Buffer {
  const head = Buffer.alloc(headerBytes);
  head.writeUInt32BE(headerBytes + body.length, 0);
  head.writeUInt32BE(command, 4);
  head.writeUInt32BE(sequence, 12);
  return Buffer.concat([head, body]);
}

function bodyOf(pdu: DeliverSm): Buffer {
  const buffer = Buffer.alloc(messageBytesMax(pdu));
  return buffer.subarray(headerBytes, writeDeliver(buffer, 0, 1, pdu));
}

/** A client bound to a raw peer. */
async function givenBound() {
  const peers: RawPeer[] = [];
  const closed: string[] = [];
  const ids: (string | undefined)[] = [];
  const malformed: Buffer[] = [];
  const server = await rawServer((peer) => {
    peers.push(peer);
    void peer.pdu(0).then((bind) => peer.send(framed(Buffer.of(0), bind.readUInt32BE(4) + 0x80000000, 1)));
  });
  const session = await connectSmpp({
    host: '127.0.0.1',
    port: server.port,
    systemId: 'a',
    password: 'b',
    mode: 'transceiver',
    window: 10,
    onDeliverSm: (pdu) => {
      ids.push(parseReceipt(pdu)?.messageId);
      return 0;
    },
    onMalformed: (raw) => malformed.push(raw),
    onClose: (reason) => closed.push(reason),
  });
  const [peer] = peers;
  if (peer === undefined) throw new Error('the client did not connect');
  cleanup.push(
    () => server.close(),
    () => peer.destroy(),
    () => session.destroy(),
  );
  return { session, peer, closed, ids, malformed };
}

type Bound = Awaited<ReturnType<typeof givenBound>>;

/** Sends the bodies as deliver_sm and returns the statuses of their answers, in order. */
async function answersOf({ peer }: Bound, bodies: readonly Buffer[]): Promise<number[]> {
  const before = peer.pdus.length;
  peer.send(Buffer.concat(bodies.map((body, at) => framed(body, commandId.deliverSm, at + 1))));
  await until(() => peer.pdus.length === before + bodies.length);
  const answers = peer.pdus.slice(before);
  expect(answers.map((pdu) => [pdu.readUInt32BE(4), pdu.readUInt32BE(12)])).toEqual(
    bodies.map((_, at) => [0x80000005, at + 1]),
  );
  return answers.map((pdu) => pdu.readUInt32BE(8));
}

test.each([
  ['text', textOnly],
  ['optional parameters', tlvOnly],
  ['both', both],
])('a receipt in %s truncated at any byte is answered and never read under another id', async (_form, pdu) => {
  const bound = await givenBound();
  const body = bodyOf(pdu);
  const cuts = Array.from({ length: body.length }, (_, length) => body.subarray(0, length));
  const statuses = await answersOf(bound, [...cuts, body]);
  expect(new Set(statuses)).toEqual(new Set([commandStatus.ok, commandStatus.rejectedByReceiver]));
  expect(new Set(bound.ids)).toEqual(new Set(['123456']));
  expect(bound.ids).toHaveLength(statuses.filter((status) => status === commandStatus.ok).length);
  expect(bound.malformed).toHaveLength(statuses.filter((status) => status !== commandStatus.ok).length);
  expect(bound.malformed.map((raw) => raw.length)).toEqual(bound.malformed.map((raw) => raw.readUInt32BE(0)));
  expect([bound.closed, bound.session.isBound]).toEqual([[], true]);
});

test('a receipt with one to forty extra bytes is used', async () => {
  const bound = await givenBound();
  for (const pdu of [textOnly, tlvOnly, both]) {
    const padded = Array.from({ length: 40 }, (_, bytes) =>
      Buffer.concat([bodyOf(pdu), Buffer.alloc(bytes + 1, 0x41)]),
    );
    expect(new Set(await answersOf(bound, padded))).toEqual(new Set([commandStatus.ok]));
  }
  expect([new Set(bound.ids), bound.ids.length]).toEqual([new Set(['123456']), 120]);
  expect([bound.closed, bound.malformed]).toEqual([[], []]);
});

test('a receipt with overlong addresses is used', async () => {
  const bound = await givenBound();
  const body = bodyOf(both);
  const at = body.indexOf('79161234567');
  const oversized = Buffer.concat([body.subarray(0, at), Buffer.from('7'.repeat(60)), body.subarray(at)]);
  expect(await answersOf(bound, [oversized])).toEqual([commandStatus.ok]);
  expect(bound.ids).toEqual(['123456']);
});

test('an id of 60,000 characters is refused, not used', async () => {
  const bound = await givenBound();
  const id = '1'.repeat(60_000);
  const inParameter = {
    ...textOnly,
    shortMessage: Buffer.alloc(0),
    tlvs: [{ tag: tlvTag.receiptedMessageId, value: Buffer.from(id) }],
  };
  expect(await answersOf(bound, [bodyOf(inParameter)])).toEqual([commandStatus.rejectedByReceiver]);
  expect(parseReceipt({ ...inParameter, messagePayload: Buffer.from(`id:${id} stat:DELIVRD`) })).toBeUndefined();
});

test('an answer with a broken body settles its submit by its status', async () => {
  const bound = await givenBound();
  const bodies = [
    Buffer.from('77'),
    Buffer.alloc(0),
    Buffer.from('7'.repeat(300)),
    Buffer.from('77\0\0\xff', 'latin1'),
  ];
  const results = bodies.map(() => bound.session.submit(sampleSubmit));
  await until(() => bound.peer.pdus.length === 1 + bodies.length);
  const sequences = bound.peer.pdus.slice(1).map((pdu) => pdu.readUInt32BE(12));
  bound.peer.send(Buffer.concat(bodies.map((body, at) => framed(body, 0x80000004, sequences[at] ?? 0))));
  expect(await Promise.all(results)).toEqual(['77', '', '', '77'].map((messageId) => ({ status: 0, messageId })));
  expect([bound.closed, bound.session.isBound]).toEqual([[], true]);
});

test('all bytes in a valid frame are answered, and the session stays bound', async () => {
  const bound = await givenBound();
  const bodies = fc.sample(
    fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc.tuple(fc.constantFrom(textOnly, tlvOnly, both), fc.nat(200), fc.nat(255)).map(([pdu, at, value]) => {
        const body = Buffer.from(bodyOf(pdu));
        body[at % body.length] = value;
        return body;
      }),
    ),
    propertyRuns(2_000),
  );
  const statuses = await answersOf(bound, bodies);
  expect(statuses.every((status) => status === commandStatus.ok || status === commandStatus.rejectedByReceiver)).toBe(
    true,
  );
  expect([bound.closed, bound.session.isBound]).toEqual([[], true]);
});
