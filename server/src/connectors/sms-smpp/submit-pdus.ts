// Encodes a text as submits: 7-bit alphabet where it suffices, UCS-2 otherwise, long texts in parts with a header. A
// dispatch repeats one text a million times, so the last encoding is cached.

import { LIFETIME_DEFAULT_MS } from '@volley/domain/sending/message-lifetime.ts';
import { encodeGsm7 } from '@volley/domain/text/gsm7.ts';
import { isGsm7 } from '@volley/domain/text/text-segmentation.ts';
import { dataCoding } from '@volley/smpp/codec/commands.ts';
import type { SubmitSm } from '@volley/smpp/codec/pdus.ts';
import { relativeValidity } from '@volley/smpp/codec/time.ts';
import { longTextSubmits } from '@volley/smpp/texts/long-text.ts';
import { encodeUcs2 } from '@volley/smpp/texts/receipt.ts';
import type { Submission } from '../link-job.ts';

type Written = Pick<Submission, 'senderName' | 'destination' | 'text' | 'reference' | 'ttlSeconds'>;

export type SourceAddress = { readonly ton: number; readonly npi: number };

const INTERNATIONAL = 1;
const RECEIPT_WANTED = 1;
const VALIDITY = relativeValidity(LIFETIME_DEFAULT_MS / 1_000);

export function createSubmitWriter(source: SourceAddress): (submission: Written) => SubmitSm[] {
  let lastText: string | undefined;
  let coding = 0;
  let encoded: Buffer = Buffer.alloc(0);
  return ({ senderName, destination, text, reference, ttlSeconds }) => {
    if (text !== lastText) {
      lastText = text;
      coding = isGsm7(text) ? dataCoding.gsm7 : dataCoding.ucs2;
      encoded = coding === dataCoding.gsm7 ? Buffer.from(encodeGsm7(text)) : encodeUcs2(text);
    }
    const base: SubmitSm = {
      sourceTon: source.ton,
      sourceNpi: source.npi,
      sourceAddr: senderName,
      destinationTon: INTERNATIONAL,
      destinationNpi: INTERNATIONAL,
      destinationAddr: destination,
      esmClass: 0,
      // The operator stops trying when the message expires.
      validityPeriod: ttlSeconds === undefined ? VALIDITY : relativeValidity(ttlSeconds),
      registeredDelivery: RECEIPT_WANTED,
      dataCoding: coding,
      shortMessage: encoded,
      userMessageReference: reference,
    };
    return longTextSubmits(base, encoded, reference, 'header');
  };
}
