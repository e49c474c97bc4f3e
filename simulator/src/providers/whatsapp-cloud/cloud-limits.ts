// Limits of the simulated Cloud API: messages of a business number per second, and of a number to one person.

const rememberedMax = 10_000;
const pairRefillMs = 6_000;

export class CloudLimits {
  /** Business number → messages in the present second. */
  readonly #paces = new Map<string, { second: number; messages: number }>();
  /** Business number and person → messages that they may still exchange at once. */
  readonly #pairs = new Map<string, { left: number; atMs: number }>();

  isTooFast(phoneNumberId: string, messagesPerSecond: number): boolean {
    if (messagesPerSecond === 0) return false;
    const second = Math.floor(performance.now() / 1_000);
    const pace = this.#paces.get(phoneNumberId);
    const messages = (pace?.second === second ? pace.messages : 0) + 1;
    remember(this.#paces, phoneNumberId, { second, messages });
    return messages > messagesPerSecond;
  }

  isPairTooFast(pair: string, burst: number): boolean {
    if (burst === 0) return false;
    const nowMs = performance.now();
    const { left, atMs } = this.#pairs.get(pair) ?? { left: burst, atMs: nowMs };
    const now = Math.min(burst, left + (nowMs - atMs) / pairRefillMs);
    remember(this.#pairs, pair, { left: now >= 1 ? now - 1 : now, atMs: nowMs });
    return now < 1;
  }
}

export function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (map.size >= rememberedMax && !map.has(key)) map.clear();
  map.set(key, value);
}
