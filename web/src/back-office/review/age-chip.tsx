import { reviewAge } from '@volley/domain/sender-review.ts';
import type { SenderStatus } from '@volley/domain/sender-status.ts';
import { useFormat } from '../../kit/format.ts';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { useText } from '../../kit/text.tsx';

const LOOKS = {
  fresh: { tone: 'neutral', text: 'backOffice.age.fresh' },
  due: { tone: 'warn', text: 'backOffice.age.due' },
  late: { tone: 'bad', text: 'backOffice.age.late' },
} as const;

/** How long a name has waited, and in words whether that is too long. */
export function AgeChip({ status, since }: { readonly status: SenderStatus; readonly since: string }) {
  const t = useText();
  const { duration } = useFormat();
  const waitedMs = Math.max(0, Date.now() - Date.parse(since));
  const age = reviewAge(status, waitedMs);
  const waited = duration(Math.max(60, Math.round(waitedMs / 60_000) * 60));
  if (age === undefined) return <StatusBadge tone="neutral" label={waited} />;
  return <StatusBadge tone={LOOKS[age].tone} label={t(LOOKS[age].text, { waited })} />;
}
