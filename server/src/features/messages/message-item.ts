// A message of a dispatch as the partner API shows it.
import { type MessageStatus, messageStatusOfCode } from '@volley/domain/message-status.ts';

export type MessageItem = {
  readonly messageUuid: string;
  readonly destination: string;
  readonly text: string;
  readonly parts: number;
  readonly status: MessageStatus;
  readonly priceMicros: bigint;
  readonly senderId: number;
  readonly brandId: number;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly errorCode: number | null;
};

export type MessageRow = {
  id: string;
  destination: bigint;
  text: string;
  parts: number;
  status: number;
  amount_micros: bigint;
  price_micros: bigint | null;
  package_micros: bigint | null;
  sender_id: number;
  brand: number;
  error_code: number | null;
  created_at: Date;
  sent_at: Date | null;
  final_at: Date | null;
};

/** SQL: of a message `m` and its dispatch `d`. */
export const MESSAGE_COLUMNS = `m.id, m.destination, coalesce(m.text, d.text) as text, m.parts, m.status, m.amount_micros, m.price_micros, m.package_micros, m.sender_id, m.brand,
  m.error_code, m.created_at, m.sent_at, m.final_at`;

export function messageItem(row: MessageRow): MessageItem {
  const status = messageStatusOfCode(row.status) ?? 'CREATED';
  return {
    messageUuid: row.id,
    // A negative number stands where a number was erased.
    destination: row.destination < 0n ? '' : String(row.destination),
    text: row.text,
    parts: row.parts,
    status,
    priceMicros: (row.price_micros ?? row.amount_micros) + (row.package_micros ?? 0n),
    senderId: row.sender_id,
    brandId: row.brand,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    deliveredAt: status === 'DELIVERED' ? row.final_at : null,
    errorCode: status === 'FAILED' ? row.error_code : null,
  };
}
