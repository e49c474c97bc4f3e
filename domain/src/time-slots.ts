// A span of time cut into equal slots for a chart: fine enough to see, few enough to draw.

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Seconds for what has just begun, so that its first minutes are more than one column. */
const STEPS = [
  5,
  10,
  15,
  30,
  ...[1, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
];

export const SLOTS_MAX = 288;

/** The shortest step that cuts the span into at most 288 slots. */
export function slotSeconds(fromMs: number, toMs: number): number {
  const fits = (seconds: number) => slotCount(fromMs, toMs, seconds) <= SLOTS_MAX;
  const step = STEPS.find(fits);
  if (step !== undefined) return step;
  let days = 1;
  while (!fits(days * DAY)) days += 1;
  return days * DAY;
}

/** The beginning of the slot of an instant. Slots begin at whole multiples of their length. */
export function slotOf(atMs: number, stepSeconds: number): number {
  const stepMs = stepSeconds * 1000;
  return Math.floor(atMs / stepMs) * stepMs;
}

function slotCount(fromMs: number, toMs: number, stepSeconds: number): number {
  return (slotOf(toMs, stepSeconds) - slotOf(fromMs, stepSeconds)) / (stepSeconds * 1000) + 1;
}
