import { reviewAge } from '@volley/domain/senders/sender-review.ts';
import type { SenderStatus } from '@volley/domain/senders/sender-status.ts';
import { useFormat } from '../../kit/format.ts';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { useText } from '../../kit/text.tsx';

const LOOKS = {
  fresh: { tone: 'neutral', text: 'backOffice.age.fresh' },
  due: { tone: 'warn', text: 'backOffice.age.due' },
  late: { tone: 'bad', text: 'backOffice.age.late' },
} as const;

/** A single unit is enough to find the longest wait, and fits a card. */
function rounded(seconds: number): number {
  const unit = [86_400, 3_600].find((one) => seconds >= one) ?? 60;
  return Math.max(60, Math.floor(seconds / unit) * unit);
}

/** How long a sender name has waited; says in words when that is too long. */
export function AgeChip({ status, since }: { readonly status: SenderStatus; readonly since: string }) {
  const t = useText();
  const { duration } = useFormat();
  const waitedMs = Math.max(0, Date.now() - Date.parse(since));
  const age = reviewAge(status, waitedMs);
  const waited = duration(rounded(waitedMs / 1_000));
  if (age === undefined) return <StatusBadge tone="neutral" label={waited} />;
  return <StatusBadge tone={LOOKS[age].tone} label={t(LOOKS[age].text, { waited })} />;
}
