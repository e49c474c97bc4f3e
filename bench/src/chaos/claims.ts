// What a run must show. Each claim says its figures, whether it holds or not.
import type { Verdict } from './checker.ts';
import type { MessagingVerdict } from './messaging-checker.ts';
import { CHANNEL } from './messaging-sends.ts';

export type Claim = readonly [what: string, holds: boolean];

/** Nothing is lost, and everything ends. */
export const claimMessages = (verdict: Verdict, messagesWanted: number): Claim[] => [
  [`${verdict.lost} accepted messages lost`, verdict.lost === 0 && verdict.accepted >= messagesWanted],
  [`${verdict.notFinal} messages without a final state`, verdict.notFinal === 0],
  [`${verdict.deliveredWithoutSubmit} delivered messages that no operator got`, verdict.deliveredWithoutSubmit === 0],
  [`${verdict.callbacksMissing} messages with a callback missing`, verdict.callbacksMissing === 0],
  [`${verdict.callbacksOutOfOrder} messages whose first tries came out of order`, verdict.callbacksOutOfOrder === 0],
];

/** What was sent twice is bounded, and the service knows of it. */
export function claimSubmits(verdict: Verdict, bound: { most: number; why: string }): Claim[] {
  const { extraSubmits, extraSubmitsCounted, extraSubmitsUnprovable } = verdict;
  const unknown = extraSubmits - extraSubmitsCounted;
  return [
    [
      `${verdict.handedOverWithoutSubmit} messages count as handed over that no operator got, the same bound`,
      verdict.handedOverWithoutSubmit <= bound.most,
    ],
    [`${extraSubmits} extra submits, bound ${bound.most} = ${bound.why}`, extraSubmits <= bound.most],
    [
      `extra submits counted: ${extraSubmitsCounted} of ${extraSubmits}, ${extraSubmitsUnprovable} without a readable receipt`,
      unknown >= 0 && unknown <= extraSubmitsUnprovable,
    ],
  ];
}

export const claimMoney = (verdict: Verdict & MessagingVerdict, findings: readonly unknown[]): Claim[] => [
  [`audit: ${findings.length} rows`, findings.length === 0],
  [
    `ledger ${verdict.spentMicros} micros, recounted from the operators' log ${verdict.recountedMicros}`,
    verdict.spentMicros === verdict.recountedMicros,
  ],
  [
    `wallet spent ${verdict.walletSpentMicros} micros, recounted ${verdict.walletRecountedMicros}`,
    verdict.walletSpentMicros === verdict.walletRecountedMicros,
  ],
];

export const claimMessaging = (verdict: MessagingVerdict): Claim[] => [
  [
    `${verdict.singlesLost} messages of the messaging API lost of ${verdict.singles}`,
    verdict.singlesLost === 0 && verdict.singles > 0,
  ],
  [`${verdict.overChannel} delivered over ${CHANNEL}`, verdict.overChannel > 0],
  [`${verdict.cascadesBroken} cascades without their one second step`, verdict.cascadesBroken === 0],
  [`${verdict.eventGaps} gaps in ${verdict.events} events`, verdict.eventGaps === 0 && verdict.events > 0],
  [`${verdict.finalEventsWrong} messages of the messaging API without one final event`, verdict.finalEventsWrong === 0],
];
