// A dispatch on the wire, for the partner API and the partner console.
import { formatDatetime, formatDatetimeOrNull } from '@volley/contract/datetime.ts';
import type { ZoneTimes } from '../../features/dispatches/zone-times.ts';

export function shownTimes({ createdAt, startedAt }: { readonly createdAt: Date; readonly startedAt: Date | null }) {
  return { createdAt: formatDatetime(createdAt), startedAt: formatDatetimeOrNull(startedAt) };
}

export function shownZone({ firstAt, lastAt, ...zone }: ZoneTimes) {
  return { ...zone, firstAt: formatDatetime(firstAt), lastAt: formatDatetimeOrNull(lastAt) };
}
