const IDLE_MS = 30 * 86_400_000;

/** A key unused for this long should be revoked. */
export function isIdle(
  { createdAt, lastUsedAt }: { createdAt: string; lastUsedAt: string | null },
  now: number,
): boolean {
  return now - new Date(lastUsedAt ?? createdAt).getTime() > IDLE_MS;
}

/** An address or range per line; commas also separate. */
export function readAddresses(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
