// The recipients of a planned dispatch by time zone, with the first opening of the schedule in each.
import { nextClosingInstant, type Schedule } from '@volley/domain/dispatches/sending-schedule.ts';
import { type ZoneSet, zonesOf } from '@volley/domain/dispatches/timezone.ts';

export type ZoneTimes = {
  readonly timezones: ZoneSet;
  readonly recipients: number;
  readonly firstAt: Date;
  /** End of this opening: later messages wait for the next one. Null: the schedule never closes. */
  readonly lastAt: Date | null;
};

type Strand = { readonly senderId: number; readonly timezone: string; readonly messages: number };

/** Earliest first; without a schedule no zone matters. */
export function zoneTimesOf<One extends Strand>(
  schedule: Schedule | undefined,
  instantOf: (strand: One) => Date,
  strands: readonly One[],
): ZoneTimes[] {
  if (schedule === undefined) return [];
  return [...Map.groupBy(strands, ({ timezone }) => timezone)]
    .map(([timezone, list]) => {
      const firstMs = Math.min(...list.map((strand) => instantOf(strand).getTime()));
      const lastMs = nextClosingInstant(schedule, timezone, firstMs);
      return {
        timezones: zonesOf(timezone),
        recipients: list.reduce((sum, { messages }) => sum + messages, 0),
        firstAt: new Date(firstMs),
        lastAt: lastMs === undefined ? null : new Date(lastMs),
      };
    })
    .toSorted((one, other) => one.firstAt.getTime() - other.firstAt.getTime());
}
