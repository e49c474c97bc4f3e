// Finds the link of a provider's call by the name in its path, with the secret that must have signed the call. Cached
// for two seconds, because a provider may report every message in a call of its own.

import type { LinkSettings } from '@volley/domain/links/link-settings.ts';
import type { HttpProtocol } from '@volley/domain/links/provider-protocol.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type HookRow, selectHook } from './operator-links.sql.ts';

export type HookLink = {
  readonly linkId: number;
  readonly linkName: string;
  readonly accountId: number;
  readonly protocol: HttpProtocol;
  readonly channelType: ChannelType;
  readonly secret: string;
  readonly verifyToken: string | null;
  readonly senderNames: Readonly<Record<string, string>>;
  readonly settings: LinkSettings;
};

const CACHED_MS = 2_000;
const HOOKS_MAX = 1_000;

type Needs = Pick<Platform, 'db' | 'secrets'>;

export class HookLinks {
  readonly #needs: Needs;
  readonly #cached = new Map<string, { readonly hook: HookLink; readonly untilMs: number }>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  async find(name: string): Promise<HookLink | undefined> {
    const cached = this.#cached.get(name);
    if (cached !== undefined && cached.untilMs > performance.now()) return cached.hook;
    const row = await read(this.#needs.db, (tx) => selectHook(tx, name));
    if (row === undefined) return undefined;
    const hook = {
      linkId: row.id,
      linkName: name,
      accountId: row.account_id,
      protocol: row.protocol,
      channelType: row.channel_type,
      secret: this.#needs.secrets.open(row.password_sealed),
      verifyToken: tokenOf(this.#needs.secrets, row),
      senderNames: row.sender_names,
      settings: row.settings,
    };
    if (this.#cached.size >= HOOKS_MAX) this.#cached.clear();
    this.#cached.set(name, { hook, untilMs: performance.now() + CACHED_MS });
    return hook;
  }
}

function tokenOf(
  secrets: Needs['secrets'],
  { verify_token: clear, verify_token_sealed: sealed }: HookRow,
): string | null {
  return clear ?? (sealed === null ? null : secrets.open(sealed));
}
