// Writes delivery receipts in the forms of operators: as text, as optional parameters, or both.
import { esmClass } from '@volley/smpp/codec/commands.ts';
import type { DeliverSm } from '@volley/smpp/codec/pdus.ts';
import { messageStateNumber, type ReceiptState } from '@volley/smpp/texts/receipt-states.ts';
import type { Scenario } from './scenario.ts';

/** Data of a message until its receipt is acknowledged; small, because there may be a million. */
export type ReceiptRecord = {
  kind: 'receipt';
  messageId: string;
  source: string;
  destination: string;
  reference: number | undefined;
  state: ReceiptState;
  errorCode: number;
  submittedAtMs: number;
};

const gsmNetwork = 3;

export function writeReceipt(record: ReceiptRecord, scenario: Scenario, nowMs: number): DeliverSm {
  const messageId = receiptId(record.messageId, scenario);
  const withText = scenario.receiptForm !== 'tlv';
  const pdu: DeliverSm = {
    sourceTon: 1,
    sourceNpi: 1,
    sourceAddr: record.destination,
    destinationTon: 5,
    destinationNpi: 0,
    destinationAddr: record.source,
    esmClass: esmClass.receipt,
    registeredDelivery: 0,
    dataCoding: 0,
    shortMessage: withText ? receiptText(record, messageId, scenario, nowMs) : Buffer.alloc(0),
  };
  if (scenario.receiptForm !== 'text') {
    pdu.receiptedMessageId = messageId;
    pdu.messageState = messageStateNumber(record.state);
    if (record.errorCode !== 0) pdu.networkErrorCode = { networkType: gsmNetwork, code: record.errorCode };
  }
  if (scenario.echoReference && record.reference !== undefined) pdu.userMessageReference = record.reference;
  return pdu;
}

function receiptText(record: ReceiptRecord, messageId: string, scenario: Scenario, nowMs: number): Buffer {
  const submitDate = receiptDate(record.submittedAtMs, scenario.zoneOffsetMinutes);
  const doneDate = receiptDate(nowMs, scenario.zoneOffsetMinutes);
  const deliveredCount = record.state === 'DELIVRD' ? '001' : '000';
  const error = String(record.errorCode).padStart(3, '0');
  return Buffer.from(
    `id:${messageId} sub:001 dlvrd:${deliveredCount} submit date:${submitDate} done date:${doneDate} ` +
      `stat:${record.state} err:${error} text:`,
    'latin1',
  );
}

/** The id in receipts: some operators answer in one number system and report in another. */
function receiptId(messageId: string, scenario: Scenario): string {
  if (scenario.receiptIdFormat === 'same' || scenario.idFormat === 'uuid') return messageId;
  const value = BigInt(scenario.idFormat === 'hex' ? `0x${messageId}` : messageId);
  return value.toString(scenario.receiptIdFormat === 'hex' ? 16 : 10);
}

let cachedSecond = -1;
let cachedZone = 0;
let cachedDate = '';

/** YYMMDDhhmmss; the last value is cached, since thousands of receipts share a second. */
function receiptDate(atMs: number, zoneOffsetMinutes: number): string {
  const second = Math.floor(atMs / 1_000);
  if (second === cachedSecond && zoneOffsetMinutes === cachedZone) return cachedDate;
  const local = new Date(second * 1_000 + zoneOffsetMinutes * 60_000).toISOString();
  cachedSecond = second;
  cachedZone = zoneOffsetMinutes;
  cachedDate = local.slice(2, 19).replaceAll(/[-:T]/g, '');
  return cachedDate;
}
