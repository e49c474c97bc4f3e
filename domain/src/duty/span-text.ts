const SPANS = [86_400, 3_600, 60, 1];
const UNITS = { en: ['d', 'h', 'min', 's'], ru: ['д', 'ч', 'мин', 'с'] } as const;

/** The largest unit and the next smaller one. */
export function spanText(seconds: number, language: keyof typeof UNITS): string {
  const units = UNITS[language];
  const whole = Math.max(0, Math.round(seconds));
  const first = SPANS.findIndex((span) => span <= whole);
  if (first === -1) return `0 ${units[3]}`;
  let left = whole;
  return SPANS.flatMap((span, at) => {
    const count = Math.floor(left / span);
    left -= count * span;
    return count > 0 && at <= first + 1 ? [`${count} ${units[at] ?? ''}`] : [];
  }).join(' ');
}
