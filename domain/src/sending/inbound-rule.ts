// Chooses the rule for an inbound message. A rule that names the sender precedes a rule for all senders. Among equals
// the oldest rule wins, so a new rule never takes messages from an older rule of its kind.

/** WhatsApp session: for this long after an inbound message, replies need no template. */
export const INBOUND_SESSION_MS = 24 * 3_600_000;

export type InboundRule = { readonly id: number; readonly senderNames: readonly string[] };

export function chooseInboundRule<Rule extends InboundRule>(
  rules: readonly Rule[],
  senderName: string,
): Rule | undefined {
  const oldestFirst = rules.toSorted((a, b) => a.id - b.id);
  return (
    oldestFirst.find((rule) => rule.senderNames.includes(senderName)) ??
    oldestFirst.find((rule) => rule.senderNames.length === 0)
  );
}
