// Rows of sender names and their fees.
import type { SenderStatus } from '@volley/domain/senders/sender-status.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import { changeRow, oneRow, type Place, statement } from './statement.ts';

export type SenderChange = {
  readonly status?: SenderStatus;
  readonly dateFrom?: string | Date;
  readonly dateTo?: string;
  readonly feeMicros?: number | null;
  readonly feeDueMonth?: string;
  readonly rejectedAt?: Date;
  readonly managerComment?: string;
  readonly suspended?: boolean;
};

export const changeSender = (place: Place, senderId: number, change: SenderChange) =>
  changeRow(place, 'senders', senderId, change);

export async function changeSendersOf(place: Place, companyId: number, change: SenderChange): Promise<void> {
  for (const id of await senderIdsOf(place, companyId)) await changeSender(place, id, change);
}

export async function senderIdsOf(place: Place, companyId: number): Promise<number[]> {
  const rows = await statement<{ id: number }>(place, 'select id from senders where company_id = $1 order by id', [
    companyId,
  ]);
  return rows.map(({ id }) => id);
}

/** `feeDueMonth` is the first month that has not been charged; null: no charge will follow. */
export const feeStateOf = (place: Place, senderId: number) =>
  oneRow<{ status: SenderStatus; feeDueMonth: string | null }>(
    place,
    'select status, fee_due_month::text as "feeDueMonth" from senders where id = $1',
    [senderId],
  );

export type FeeCharge = {
  readonly month: string;
  readonly value: number;
  readonly currency: string;
  readonly company: number;
};

export const feeChargesOf = (place: Place, senderId: number) =>
  statement<FeeCharge>(
    place,
    `select month::text as month, value_micros::float8 / 1e6 as value, currency, company_id as company
     from sender_fee_charges
     where sender_id = $1
     order by month`,
    [senderId],
  );

export async function givenFeeCharge(place: Place, senderId: number, month: string, micros: number): Promise<void> {
  await statement(
    place,
    `insert into sender_fee_charges (sender_id, company_id, month, value_micros, currency, created_at)
     select id, company_id, $2, $3, 'RUB', now()
     from senders
     where id = $1`,
    [senderId, month, micros],
  );
}

/** The version of the account at the provider. */
export async function accountVersionOf(place: Place, senderId: number): Promise<number> {
  const { version } = await oneRow<{ version: number }>(
    place,
    'select version from sender_accounts where sender_id = $1',
    [senderId],
  );
  return version;
}

/** Approves every registration of the name. */
export async function approveSendersNamed(place: Place, senderName: string): Promise<void> {
  const status: SenderStatus = 'APPROVED';
  await statement(place, 'update senders set status = $2 where sender_name = $1', [senderName, status]);
}

export async function isNameStored(place: Place, senderName: string): Promise<boolean> {
  return (await statement(place, 'select from senders where sender_name = $1', [senderName])).length > 0;
}

/** A name that the company has used without registration; returns its id. */
export async function givenUnregisteredSender(
  place: Place,
  companyId: number,
  senderName: string,
  channelType: ChannelType = 'VK',
): Promise<number> {
  const status: SenderStatus = 'APPROVED';
  const { id } = await oneRow<{ id: number }>(
    place,
    `insert into senders (company_id, sender_name, channel_type, common_type, brand, date_from, status, registered,
       created_at)
     values ($1, $2, $4, 'COMMON', 'ANY', now(), $3, false, now())
     returning id`,
    [companyId, senderName, status, channelType],
  );
  return id;
}

/** Submits the name for review an hour before its registration. */
export async function queueForReview(place: Place, senderId: number): Promise<void> {
  const status: SenderStatus = 'PRE_REVIEW';
  await statement(place, `update senders set status = $2, created_at = created_at - interval '1 hour' where id = $1`, [
    senderId,
    status,
  ]);
}
