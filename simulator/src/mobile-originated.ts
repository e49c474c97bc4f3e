// Texts of subscribers: in the 7-bit alphabet if possible, long texts in parts with a header.
import { encodeGsm7 } from '@volley/domain/text/gsm7.ts';
import { isGsm7 } from '@volley/domain/text/text-segmentation.ts';
import { dataCoding } from '@volley/smpp/codec/commands.ts';
import type { DeliverSm } from '@volley/smpp/codec/pdus.ts';
import { longTextSubmits } from '@volley/smpp/texts/long-text.ts';
import { encodeUcs2 } from '@volley/smpp/texts/receipt.ts';

export function mobileOriginated(from: string, to: string, text: string, reference: number): DeliverSm[] {
  const plain = isGsm7(text);
  const base: DeliverSm = {
    sourceTon: 1,
    sourceNpi: 1,
    sourceAddr: from,
    destinationTon: /^\d+$/.test(to) ? 1 : 5,
    destinationNpi: /^\d+$/.test(to) ? 1 : 0,
    destinationAddr: to,
    esmClass: 0,
    registeredDelivery: 0,
    dataCoding: plain ? dataCoding.gsm7 : dataCoding.ucs2,
    shortMessage: Buffer.alloc(0),
  };
  return longTextSubmits(base, plain ? Buffer.from(encodeGsm7(text)) : encodeUcs2(text), reference, 'header');
}
