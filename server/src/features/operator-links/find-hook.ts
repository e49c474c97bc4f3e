// Whom a call of a provider concerns: the link named in its path, with the secret that must have signed it.
// Kept for a moment, since a provider may report every message in a call of its own.
import type { ChannelType } from '@volley/domain/channel.ts';
import { read } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { selectHook } from './operator-links.sql.ts';

export type Hook = {
  readonly linkId: number;
  readonly linkName: string;
  readonly accountId: number;
  readonly channelType: ChannelType;
  readonly secret: string;
  readonly verifyToken: string | null;
  readonly senderNames: Readonly<Record<string, string>>;
};

const KEPT_MS = 2_000;
const HOOKS_MAX = 1_000;

type Needs = Pick<Platform, 'db' | 'secrets'>;

export class Hooks {
  readonly #needs: Needs;
  readonly #kept = new Map<string, { readonly hook: Hook; readonly untilMs: number }>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  async find(name: string): Promise<Hook | undefined> {
    const kept = this.#kept.get(name);
    if (kept !== undefined && kept.untilMs > performance.now()) return kept.hook;
    const row = await read(this.#needs.db, (tx) => selectHook(tx, name));
    if (row === undefined) return undefined;
    const hook = {
      linkId: row.id,
      linkName: name,
      accountId: row.account_id,
      channelType: row.channel_type,
      secret: this.#needs.secrets.open(row.password_sealed),
      verifyToken: row.verify_token,
      senderNames: row.sender_names,
    };
    if (this.#kept.size >= HOOKS_MAX) this.#kept.clear();
    this.#kept.set(name, { hook, untilMs: performance.now() + KEPT_MS });
    return hook;
  }
}
