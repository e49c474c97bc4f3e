// Receipts as real centers send them, each with the public page that shows it, and texts of people that only look like
// receipts (`expected` null).
import { readFileSync } from 'node:fs';
import type { DeliverSm } from '../codec/pdus.ts';
import type { ReceiptState } from '../texts/receipt-states.ts';
import { sampleSubmit } from './sample-pdus.ts';

export type RealReceipt = {
  readonly title: string;
  readonly source: string;
  readonly esmClass: number;
  readonly dataCoding: number;
  readonly text: string;
  /** The user data header before the text, in hex. */
  readonly header?: string;
  readonly inPayload?: true;
  /** networkErrorCode: its octets in hex. */
  readonly parameters?: {
    readonly receiptedMessageId?: string;
    readonly messageState?: number;
    readonly networkErrorCode?: string;
  };
  readonly expected: { readonly messageId: string; readonly state: ReceiptState; readonly errorCode?: string } | null;
};

const FILE = new URL('real-receipts.json', import.meta.url);

export const realReceipts = JSON.parse(readFileSync(FILE, 'utf8')) as readonly RealReceipt[]; // our own file

export const bytesOf = ({ header = '', text }: RealReceipt): Buffer =>
  Buffer.concat([Buffer.from(header, 'hex'), Buffer.from(text, 'latin1')]);

export function pduOf(row: RealReceipt): DeliverSm {
  const { esmClass, dataCoding, inPayload, parameters = {} } = row;
  const { networkErrorCode: octets, ...named } = parameters;
  const error = octets?.length === 6 ? Buffer.from(octets, 'hex') : undefined;
  return {
    ...sampleSubmit,
    esmClass,
    dataCoding,
    shortMessage: inPayload ? Buffer.alloc(0) : bytesOf(row),
    ...(inPayload && { messagePayload: bytesOf(row) }),
    ...named,
    ...(error && { networkErrorCode: { networkType: error.readUInt8(0), code: error.readUInt16BE(1) } }),
  };
}
