// Where an inbound message goes. A rule that names the sender is more particular than one for all of them; of equals
// the oldest decides, so adding a rule never takes messages from another of its kind.

/** A subscriber who wrote may be answered freely for so long. */
export const INBOUND_WINDOW_MS = 24 * 3_600_000;

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
