// Receipts that break the standard inside a valid frame: truncated at any byte, with extra bytes, or with an overlong
// address.
import { headerBytes } from '@volley/smpp/codec/commands.ts';
import { writeDeliver } from '@volley/smpp/codec/pdu-writer.ts';
import type { DeliverSm } from '@volley/smpp/codec/pdus.ts';
import { happens, type Random } from './random.ts';
import type { Scenario } from './scenario.ts';

export type Delivery = {
  readonly pdu: DeliverSm;
  readonly write?: typeof writeDeliver;
  /** The id or the number may be lost: a client that does not know the id cannot attribute the receipt. */
  readonly isObscure?: boolean;
};

type Spoil = (pdu: Buffer, random: Random) => Buffer;

const paddingMax = 40;
const oversizedAddress = Buffer.from('7'.repeat(40));
/** Reserves space in the output buffer for the extra bytes of a spoiled PDU. */
const reserve = { tag: 0x1400, value: Buffer.alloc(2 * paddingMax) };

const cut: Spoil = (pdu, random) => pdu.subarray(0, headerBytes + Math.floor(random() * (pdu.length - headerBytes)));
const pad: Spoil = (pdu, random) => Buffer.concat([pdu, Buffer.alloc(1 + Math.floor(random() * paddingMax), 0x41)]);
/** source_addr follows service_type, which is empty here, and two bytes. */
const oversize: Spoil = (pdu) => {
  const at = headerBytes + 3;
  return Buffer.concat([pdu.subarray(0, at), oversizedAddress, pdu.subarray(at)]);
};

export function deliveryOf(pdu: DeliverSm, scenario: Scenario, random: Random): Delivery {
  const spoil = spoilOf(scenario, random);
  if (spoil === undefined) return { pdu };
  return {
    isObscure: spoil !== pad,
    pdu: { ...pdu, tlvs: [...(pdu.tlvs ?? []), reserve] },
    write: (buffer, at, sequence) => {
      const spoiled = spoil(Buffer.from(buffer.subarray(at, writeDeliver(buffer, at, sequence, pdu))), random);
      spoiled.copy(buffer, at);
      buffer.writeUInt32BE(spoiled.length, at);
      return at + spoiled.length;
    },
  };
}

function spoilOf({ truncatedPercent, paddedPercent, oversizedPercent }: Scenario, random: Random): Spoil | undefined {
  if (happens(random, truncatedPercent)) return cut;
  if (happens(random, paddedPercent)) return pad;
  return happens(random, oversizedPercent) ? oversize : undefined;
}
