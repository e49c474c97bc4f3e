// Divides a period into equal slots for a chart.

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Steps below a minute give the first minutes of a new dispatch more than one column. */
const STEPS = [
  5,
  10,
  15,
  30,
  ...[1, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
];

export const SLOTS_MAX = 288;

/** Shortest step that gives at most 288 slots. */
export function slotSeconds(fromMs: number, toMs: number): number {
  const fits = (seconds: number) => slotCount(fromMs, toMs, seconds) <= SLOTS_MAX;
  const step = STEPS.find(fits);
  if (step !== undefined) return step;
  let days = 1;
  while (!fits(days * DAY)) days += 1;
  return days * DAY;
}

/** Start of the slot that contains an instant. Slots start at multiples of their length. */
export function slotOf(atMs: number, stepSeconds: number): number {
  const stepMs = stepSeconds * 1000;
  return Math.floor(atMs / stepMs) * stepMs;
}

function slotCount(fromMs: number, toMs: number, stepSeconds: number): number {
  return (slotOf(toMs, stepSeconds) - slotOf(fromMs, stepSeconds)) / (stepSeconds * 1000) + 1;
}
