// Bots that have called their provider, by id: a person can find them before they have written.

const knownMax = 1_000;

export class KnownBots {
  /** Id → token. */
  readonly #tokens = new Map<string, string>();

  add(id: string, token: string): void {
    if (this.#tokens.has(id)) return;
    if (this.#tokens.size >= knownMax) this.#tokens.clear();
    this.#tokens.set(id, token);
  }

  ids(): string[] {
    return [...this.#tokens.keys()];
  }

  tokenOf(id: string): string | undefined {
    return this.#tokens.get(id);
  }
}
