// A message of a dispatch as the partner API shows it.
import { type MessageStatus, messageStatusOfCode } from '@volley/domain/sending/message-status.ts';

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
  readonly waitsFor: 'route' | null;
  readonly errorCode: number | null;
  readonly providerCode: string | null;
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
  provider_code: string | null;
  created_at: Date;
  sent_at: Date | null;
  final_at: Date | null;
  waits_for: 'route' | null;
};

export function messageItem(row: MessageRow): MessageItem {
  const status = messageStatusOfCode(row.status) ?? 'CREATED';
  return {
    messageUuid: row.id,
    // Negative: the number was erased.
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
    waitsFor: row.waits_for,
    errorCode: status === 'FAILED' ? row.error_code : null,
    providerCode: status === 'FAILED' ? row.provider_code : null,
  };
}
