// Counts codes of providers and words of receipts that this version does not know: an alarm on the counter is how new
// ones are noticed. A provider may put anything into a code, so a label has a bounded form and a process has a bounded
// number of labels.
import type { Protocol } from '@volley/domain/links/provider-protocol.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';

const LENGTH_MAX = 64;
const LABELS_MAX = 100;
const OTHER = 'other';

const known = new Set<string>();
const knownWords = new Set<string>();

export function countUnknownCode(
  metrics: Pick<Metrics, 'count'>,
  protocol: Protocol,
  code: string,
  labels: Set<string> = known,
): void {
  metrics.count('volley_provider_unknown_answers_total', { protocol, code: labelOf(code, labels) });
}

export function countUnknownWord(metrics: Pick<Metrics, 'count'>, link: string, word: string): void {
  metrics.count('volley_receipt_unknown_words_total', { link, word: labelOf(word.toUpperCase(), knownWords) });
}

function labelOf(code: string, labels: Set<string>): string {
  const label = code.slice(0, LENGTH_MAX).replace(/[^\x20-\x7e]/g, '?');
  if (!labels.has(label) && labels.size >= LABELS_MAX) return OTHER;
  labels.add(label);
  return label;
}
