// Rows of sender names and their fees.
import type { SenderStatus } from '@volley/domain/senders/sender-status.ts';
import { changeRow, oneRow, type Place, statement } from './statement.ts';

export type SenderChange = {
  readonly status?: SenderStatus;
  readonly dateFrom?: string | Date;
  readonly dateTo?: string;
  readonly feeMicros?: number | null;
  readonly feeDueMonth?: string;
  readonly rejectedAt?: Date;
  readonly managerComment?: string;
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
