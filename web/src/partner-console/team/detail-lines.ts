// Details of an action, one line per member: `role: reader → sender`, `login: anna`.

export function detailLines(details: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(details).map(([name, value]) => `${name}: ${shown(value)}`);
}

function shown(value: unknown): string {
  if (isMove(value)) return `${plain(value.before)} → ${plain(value.after)}`;
  return plain(value);
}

function isMove(value: unknown): value is { readonly before: unknown; readonly after: unknown } {
  return typeof value === 'object' && value !== null && 'before' in value && 'after' in value;
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return '—';
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
}
