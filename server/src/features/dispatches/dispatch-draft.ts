import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findDispatch } from './dispatches.sql.ts';

export type ClonedDraft = {
  readonly companyId: number;
  readonly name: string;
  readonly channelType: string;
  readonly text: string;
  readonly senderIds: readonly number[];
  readonly schedule: {
    readonly startAt: Date;
    readonly hours: readonly number[];
    readonly days: readonly number[];
  } | null;
};

/** The settings of a dispatch for a copy of it, without its recipients. */
export function getDraftOf({ db }: Pick<Platform, 'db'>, actor: Actor, id: number): Promise<ClonedDraft> {
  return read(db, async (tx) => {
    const row = await findDispatch(tx, actor.partnerId, id, false);
    if (row === undefined) throw new Refusal('not-found', { kind: 'Dispatch', id });
    const startAt = row.schedule_start_at;
    return {
      companyId: row.company_id,
      name: row.name,
      channelType: row.channel_type,
      text: row.text,
      senderIds: row.sender_ids ?? [],
      schedule: startAt === null ? null : { startAt, hours: row.schedule_hours ?? [], days: row.schedule_days ?? [] },
    };
  });
}
