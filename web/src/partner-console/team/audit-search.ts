export type AuditSearch = {
  readonly login?: string;
  readonly action?: string;
  readonly subjectKind?: string;
  readonly subjectId?: string;
  /** Days, `2026-11-15`. */
  readonly from?: string;
  readonly to?: string;
};

const TEXTS = { login: 255, action: 60, subjectKind: 60, subjectId: 100 } as const;

/** Invalid values are ignored. */
export function auditSearch(raw: Record<string, unknown>): AuditSearch {
  const found: Record<string, string> = {};
  for (const [name, max] of Object.entries(TEXTS)) {
    const value = raw[name];
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, max) : '';
    if (text !== '') found[name] = text;
  }
  for (const name of ['from', 'to']) {
    const value = raw[name];
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)))
      found[name] = value;
  }
  return found as AuditSearch; // only members of that type were written
}

/** From the start of the first day to the end of the last, in the browser's zone. */
export function auditTimes({ from, to }: AuditSearch): { from?: string; to?: string } {
  const midnight = (day: string, later = 0) => {
    const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
    return new Date(year, month - 1, date + later).toISOString();
  };
  return { ...(from !== undefined && { from: midnight(from) }), ...(to !== undefined && { to: midnight(to, 1) }) };
}
