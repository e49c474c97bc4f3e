// A dispatch on the wire, for the partner API and the partner console.
import { formatDatetime, formatDatetimeOrNull } from '@volley/contract/datetime.ts';

export function shownTimes({ createdAt, startedAt }: { readonly createdAt: Date; readonly startedAt: Date | null }) {
  return { createdAt: formatDatetime(createdAt), startedAt: formatDatetimeOrNull(startedAt) };
}
