// Conversion for datetime-local fields: wall time without a zone.

/** Undefined becomes an empty string. */
export function toLocalInput(iso: string | undefined): string {
  if (iso === undefined) return '';
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function fromLocalInput(text: string): string | undefined {
  const at = new Date(text);
  return text === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
