// Actions of an account with single messages, step by step and without workers, on top of the engine's own steps.
import type { KeyActor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { numberEvents } from '../../src/features/callbacks/feed/number-events.ts';
import { advanceCascades } from '../../src/features/cascades/advance-cascades.ts';
import { NotEnough } from '../../src/features/ledger/move-money.ts';
import { topUpWallet } from '../../src/features/ledger/wallets.ts';
import type { SendItem, SendSettings } from '../../src/features/sends/send.ts';
import { acceptSends } from '../../src/features/sends/send-within.ts';
import { stopMessages } from '../../src/features/sends/stop-messages.ts';
import { inTransaction } from '../../src/platform/database/database.ts';
import type { Platform } from '../../src/platform/platform.ts';
import type { EngineSteps } from './engine-steps.ts';

/** Settings; each set makes its own bucket. */
export const SETTINGS = ['plain', 'short-lived', 'later', 'until', 'at night', 'at their night'] as const;
export type Setting = (typeof SETTINGS)[number];

export type Sending = {
  readonly setting: Setting;
  readonly count: number;
  readonly first: number;
  readonly cascade: boolean;
  readonly lost: boolean;
};

const HOUR_MS = 3_600_000;
const NIGHT = [0, 1, 2, 3, 4, 5];
const LONG = 'л'.repeat(150);
const PLAIN: SendSettings = {
  ttlSeconds: null,
  useLocalTime: false,
  localSendTime: null,
  localCompletionTime: null,
  hours: null,
  days: null,
  shortUrl: false,
  callbackUrl: null,
  callbackEvents: [],
};

export class SendSteps {
  readonly #platform: Platform;
  readonly #account: KeyActor;
  readonly #engine: EngineSteps;
  readonly #accepted: string[] = [];
  readonly #cascading = new Set<string>();
  /** Answered with 200: never sent. */
  readonly stopped = new Set<string>();
  topUps = 0n;

  constructor(platform: Platform, account: KeyActor, engine: EngineSteps) {
    this.#platform = platform;
    this.#account = account;
    this.#engine = engine;
  }

  async send({ setting, count, first, cascade, lost }: Sending): Promise<void> {
    const settings = this.#settingsOf(setting);
    const items = Array.from({ length: count }, (_, at) => itemOf(settings, first + at, cascade));
    const origin = { sendingMethod: 'API' } as const;
    try {
      const { results, outgoing } = await inTransaction(this.#platform.db, (tx) =>
        acceptSends(tx, this.#platform, { account: this.#account, items, origin }),
      );
      const uuids = results.flatMap(({ messageUuid }) => messageUuid ?? []);
      this.#accepted.push(...uuids);
      if (cascade) for (const uuid of uuids) this.#cascading.add(uuid);
      if (!lost) this.#engine.publish(outgoing);
    } catch (error) {
      if (!(error instanceof NotEnough || error instanceof Refusal)) throw error;
    }
  }

  async stop(picks: readonly number[]): Promise<void> {
    const uuids = picks.flatMap((pick) => this.#accepted.at(pick % Math.max(1, this.#accepted.length)) ?? []);
    if (uuids.length === 0) return;
    const gone = new Set(this.#engine.submitted);
    // For a cascade, 200 may also mean that the message is sent and that no step follows it.
    for (const { messageUuid, code } of await stopMessages(this.#platform, this.#account, uuids))
      if (code === 200 && !(this.#cascading.has(messageUuid) && gone.has(messageUuid))) this.stopped.add(messageUuid);
  }

  async topUp(amount: number): Promise<void> {
    const { companyId, currency } = this.#account;
    const micros = BigInt(amount) * 1_000_000n;
    const cause = { person: 'test', reason: 'more money' };
    await inTransaction(this.#platform.db, (tx) => topUpWallet(tx, { companyId, currency }, micros, cause));
    this.topUps += micros;
  }

  async cascades(): Promise<void> {
    while (await advanceCascades(this.#platform));
  }

  async number(): Promise<void> {
    while (await numberEvents(this.#platform));
  }

  #settingsOf(setting: Setting): SendSettings {
    const nowMs = this.#platform.clock.now().getTime();
    const moscow = (hours: number) => {
      const ms = Math.ceil((nowMs + (3 + hours) * HOUR_MS) / HOUR_MS) * HOUR_MS;
      return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
    };
    switch (setting) {
      case 'plain':
        return PLAIN;
      case 'short-lived':
        return { ...PLAIN, ttlSeconds: 60 };
      case 'later':
        return { ...PLAIN, localSendTime: moscow(5) };
      case 'until':
        return { ...PLAIN, localCompletionTime: moscow(-1) };
      case 'at night':
        return { ...PLAIN, hours: NIGHT };
      case 'at their night':
        return { ...PLAIN, hours: NIGHT, useLocalTime: true, localCompletionTime: moscow(30) };
    }
  }
}

function itemOf(settings: SendSettings, at: number, cascade: boolean): SendItem {
  const content = { text: at % 3 === 2 ? LONG : 'Hi', special: null };
  const step = {
    condition: 'not_delivered',
    channelType: 'SMS',
    senderName: 'Shop',
    content: { text: 'Again', special: null },
    ttlSeconds: null,
    shortUrl: false,
  } as const;
  return {
    channelType: 'SMS',
    senderName: 'Shop',
    destination: String(79_161_230_000 + at),
    content,
    settings,
    externalMessageId: null,
    tags: null,
    claimedTrafficType: null,
    cascade: cascade ? [step] : [],
  };
}
