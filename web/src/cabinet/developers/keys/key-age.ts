const IDLE_MS = 30 * 86_400_000;

/** A key that nobody has used for so long is better ended. */
export function isIdle(
  { createdAt, lastUsedAt }: { createdAt: string; lastUsedAt: string | null },
  now: number,
): boolean {
  return now - new Date(lastUsedAt ?? createdAt).getTime() > IDLE_MS;
}

/** One address or range a line; commas will do, too. */
export function readAddresses(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
