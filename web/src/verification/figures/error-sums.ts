// Error numbers of widgets: one line per number, the most frequent first.
import type { WidgetError } from '../owner.tsx';

export type ErrorLine = {
  readonly code: number;
  readonly count: number;
  readonly lastDay: string;
  readonly widgets: readonly { readonly widgetId: string; readonly widgetName: string; readonly count: number }[];
};

export function errorLines(errors: readonly WidgetError[]): ErrorLine[] {
  return [...Map.groupBy(errors, ({ code }) => code)]
    .map(([code, own]) => ({ code, count: countOf(own), lastDay: lastDayOf(own), widgets: widgetsOf(own) }))
    .toSorted((one, other) => other.count - one.count || one.code - other.code);
}

function widgetsOf(errors: readonly WidgetError[]): ErrorLine['widgets'] {
  return [...Map.groupBy(errors, ({ widgetId }) => widgetId)]
    .map(([widgetId, own]) => ({ widgetId, widgetName: own[0]?.widgetName ?? widgetId, count: countOf(own) }))
    .toSorted((one, other) => other.count - one.count);
}

const countOf = (errors: readonly WidgetError[]) => errors.reduce((sum, { count }) => sum + count, 0);
const lastDayOf = (errors: readonly WidgetError[]) =>
  errors
    .map(({ day }) => day)
    .toSorted()
    .at(-1) ?? '';
