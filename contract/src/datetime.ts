// Times on the wire. Input: ISO 8601 with an offset or `Z`, nothing looser, because a bare local time means a different
// instant on every machine. Output: UTC with `Z`, whole seconds.
const ISO_DATETIME =
  /^(2\d{3})-(\d{2})-(\d{2})T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/;

const YEAR_MAX = 2100;

export function parseDatetime(text: string): Date | undefined {
  const match = ISO_DATETIME.exec(text);
  if (match === null) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year > YEAR_MAX || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  return new Date(text);
}

export function formatDatetime(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`;
}

export function formatDatetimeOrNull(instant: Date | null): string | null {
  return instant === null ? null : formatDatetime(instant);
}

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}
