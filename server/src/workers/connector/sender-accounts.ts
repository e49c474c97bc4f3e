// Accounts of sender names at the provider of one link. Seals are opened once per version of an account. An account
// that the provider pauses or refuses is held at once; the database, which then holds its messages, is written behind.
import { PROTOCOL_FACTS } from '@volley/domain/links/provider-protocol.ts';
import { providerWords, type SenderAccount } from '@volley/domain/sending/sender-account.ts';
import type { AccountHalt } from '../../connectors/link-job.ts';
import type { OwnedLink } from '../../features/operator-links/own-links.ts';
import { closeAccount, pauseAccount } from '../../features/sender-accounts/halt-account.ts';
import type { StoredAccount } from '../../features/sender-accounts/stored-account.ts';
import type { Platform } from '../../platform/platform.ts';

const REMEMBERED_MAX = 10_000;
/** A provider that throttles without saying for how long. */
const PAUSE_MS = 1_000;

type Needs = Pick<Platform, 'db' | 'log' | 'secrets'>;
/** `account` is undefined if its seal cannot be opened. */
type Opened = { readonly version: number; readonly account: SenderAccount | undefined };
type Halted = { readonly version: number; readonly untilMs: number };

export class SenderAccounts {
  readonly #platform: Needs;
  readonly #link: Pick<OwnedLink, 'id' | 'name' | 'protocol' | 'password'>;
  readonly #opened = new Map<number, Opened>();
  readonly #halted = new Map<number, Halted>();

  constructor(platform: Needs, link: Pick<OwnedLink, 'id' | 'name' | 'protocol' | 'password'>) {
    this.#platform = platform;
    this.#link = link;
  }

  /** The link; undefined: sender names have no accounts at its provider. */
  get linkId(): number | undefined {
    return this.#use === 'none' ? undefined : this.#link.id;
  }

  /** Messages under this account wait, or messages without one that need it. */
  isHeld(stored: StoredAccount | undefined): boolean {
    if (stored === undefined) return this.#use === 'required';
    return this.#isHalted(stored) || this.open(stored) === undefined;
  }

  /** Undefined: the seal cannot be opened. */
  open(stored: StoredAccount): SenderAccount | undefined {
    const known = this.#opened.get(stored.senderId);
    if (known?.version === stored.version) return known.account;
    const account = this.#unsealed(stored);
    remember(this.#opened, stored.senderId, { version: stored.version, account });
    return account;
  }

  /** Open requests of an account get the same answer, so only the first is stored. */
  halt(stored: StoredAccount | undefined, halt: AccountHalt): void {
    if (stored === undefined || this.#isHalted(stored)) return;
    const { senderId, version } = stored;
    const forMs = halt.kind === 'throttled' ? Math.max(halt.forMs, PAUSE_MS) : Infinity;
    remember(this.#halted, senderId, { version, untilMs: performance.now() + forMs });
    const { log } = this.#platform;
    const context = { link: this.#link.name, senderId };
    this.#store(stored, halt, forMs).catch((error: unknown) => {
      // The next answer is stored instead.
      this.#halted.delete(senderId);
      log.error({ err: error, ...context }, "the provider's answer about an account was not stored");
    });
    if (halt.kind === 'closed')
      log.warn({ ...context, reason: this.#words(stored, halt.reason) }, 'account of a sender name refused');
  }

  get #use() {
    return PROTOCOL_FACTS[this.#link.protocol].account;
  }

  /** Newer credentials than those that were refused are not halted. */
  #isHalted({ senderId, version }: StoredAccount): boolean {
    const halted = this.#halted.get(senderId);
    return halted !== undefined && version <= halted.version && performance.now() < halted.untilMs;
  }

  async #store(stored: StoredAccount, halt: AccountHalt, forMs: number): Promise<void> {
    if (halt.kind === 'throttled') await pauseAccount(this.#platform, stored, forMs);
    else await closeAccount(this.#platform, stored, this.#words(stored, halt.reason));
  }

  #words(stored: StoredAccount, reason: string): string {
    return providerWords(reason, [this.#link.password, ...Object.values(this.open(stored)?.secrets ?? {})]);
  }

  #unsealed({ senderId, settings, secretsSealed }: StoredAccount): SenderAccount | undefined {
    const { log, secrets } = this.#platform;
    try {
      // Sealed by the feature from texts by name.
      return { settings, secrets: JSON.parse(secrets.open(secretsSealed)) as SenderAccount['secrets'] };
    } catch (error) {
      // A syntax error quotes the text that it is about.
      const reason = error instanceof SyntaxError ? 'not JSON' : String(error);
      log.error({ link: this.#link.name, senderId, reason }, 'secrets of an account cannot be read');
      return undefined;
    }
  }
}

function remember<Value>(map: Map<number, Value>, senderId: number, value: Value): void {
  if (map.size >= REMEMBERED_MAX) map.clear();
  map.set(senderId, value);
}
