// Claims that a run must prove. Each claim states its figures, whether it holds or not.
import type { Verdict } from './checker.ts';
import type { MessagingVerdict } from './messaging-checker.ts';
import { CHANNEL } from './messaging-sends.ts';
import type { TurnRecord } from './month-turn.ts';

export type Claim = readonly [what: string, holds: boolean];

/** No message is lost, and every message becomes final. */
export const claimMessages = (verdict: Verdict, messagesWanted: number): Claim[] => [
  [`${verdict.lost} accepted messages lost`, verdict.lost === 0 && verdict.accepted >= messagesWanted],
  [`${verdict.notFinal} messages without a final state`, verdict.notFinal === 0],
  [`${verdict.deliveredWithoutSubmit} delivered messages that no operator got`, verdict.deliveredWithoutSubmit === 0],
  [`${verdict.callbacksMissing} messages with a callback missing`, verdict.callbacksMissing === 0],
  [
    `${verdict.callbacksOutOfOrder} messages with first callback attempts out of order`,
    verdict.callbacksOutOfOrder === 0,
  ],
];

/** Duplicate submits are bounded, and the service counts them. */
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

/** A month has spent the price of its messages, by their own prices and by the operators' log, and reserves nothing. */
export const claimMonths = (
  { months, ...verdict }: Pick<Verdict, 'months' | 'takenBeforeTurn' | 'takenBeforeInNewMonth'>,
  turn: TurnRecord,
): Claim[] => [
  ...months.map((books): Claim => {
    const { month, spentMicros, pricedMicros, recountedMicros, reservedMicros } = books;
    const what = `spent ${spentMicros} micros, prices of its messages ${pricedMicros}, recounted ${recountedMicros}`;
    const holds = spentMicros === pricedMicros && spentMicros === recountedMicros && reservedMicros === '0';
    return [`${month}: ${what}, ${reservedMicros} still reserved`, holds];
  }),
  [
    `messages were sent in ${turn.from} and in ${turn.to}`,
    [turn.from, turn.to].every((of) => months.some(({ month, spentMicros }) => month === of && spentMicros !== '0')),
  ],
  [
    `${verdict.takenBeforeInNewMonth} of ${verdict.takenBeforeTurn} messages that operators had before the turn count for ${turn.to}`,
    verdict.takenBeforeInNewMonth === 0 && verdict.takenBeforeTurn > 0,
  ],
  [
    `${turn.waited} of ${turn.poor} messages waited until the budget of ${turn.to} was raised`,
    turn.waited === turn.poor && turn.poor > 0,
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
