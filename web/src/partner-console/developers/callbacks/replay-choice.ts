// The request body of a replay. Times are typed in the browser's zone.

export type ReplayChoice = {
  readonly what: 'failed' | 'period';
  readonly companyId: number | undefined;
  readonly targetId: number | undefined;
  /** The value of a datetime-local field, `2026-07-01T10:00`. */
  readonly from: string;
  readonly to: string;
};

export function localMinute(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

function instantOf(text: string): string | undefined {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** undefined while a time is missing. */
export function replayBody({ what, companyId, targetId, from, to }: ReplayChoice & { readonly companyId: number }) {
  const target = targetId === undefined ? {} : { targetId };
  const since = instantOf(from);
  const until = instantOf(to);
  if (since === undefined) return undefined;
  if (what === 'failed') return { companyId, what, since, ...target };
  return until === undefined ? undefined : { companyId, what, from: since, to: until, ...target };
}
