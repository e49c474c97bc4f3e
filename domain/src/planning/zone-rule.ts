// The time zone of a strand. Time zones get separate strands only where sending times are wall times.

/** Of numbers whose region is unknown. */
export const FALLBACK_ZONE = 'Europe/Moscow';

export type ZoneRule = 'none' | 'home' | 'recipient';

export function zoneRuleOf(hasWallTimes: boolean, useLocalTime: boolean): ZoneRule {
  if (!hasWallTimes) return 'none';
  return useLocalTime ? 'recipient' : 'home';
}

/** A zone or a set of zones. Empty: sending times do not depend on a zone. */
export function timezoneOf(rule: ZoneRule, facts: { readonly timezone: string } | undefined): string {
  if (rule === 'none') return '';
  return rule === 'recipient' ? (facts?.timezone ?? FALLBACK_ZONE) : FALLBACK_ZONE;
}
