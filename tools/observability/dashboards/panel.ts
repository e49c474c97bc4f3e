// Panels of Grafana in the few kinds that the dashboards use. A row of panels shares the width of the page.

export type Unit = 's' | 'short' | 'percentunit' | 'reqps' | 'bytes' | 'none';

export type Query = { readonly expr: string; readonly legend: string };

export type Panel = {
  readonly title: string;
  /** Shown beside the title, for the reader of the panel. */
  readonly description: string;
  readonly kind: 'timeseries' | 'stat' | 'table';
  readonly unit: Unit;
  readonly queries: readonly Query[];
  /** From this value on the panel is red. */
  readonly redFrom?: number;
};

export type Row = { readonly title: string; readonly panels: readonly Panel[] };

export type Dashboard = { readonly name: string; readonly title: string; readonly rows: readonly Row[] };

type Shown = Omit<Panel, 'kind' | 'title' | 'queries'>;

/** Lines over time; an entry of `queries` is an expression and its legend. */
export const lines = (title: string, shown: Shown, ...queries: readonly (readonly [string, string])[]): Panel => ({
  ...shown,
  kind: 'timeseries',
  title,
  queries: queries.map(([expr, legend]) => ({ expr, legend })),
});

/** The present value, large. */
export const value = (title: string, shown: Shown, expr: string, legend = ''): Panel => ({
  ...shown,
  kind: 'stat',
  title,
  queries: [{ expr, legend }],
});

/** Share of a histogram: `quantile(0.99, 'volley_submit_seconds', 'link')`. */
export const quantile = (share: number, histogram: string, by = ''): string =>
  `histogram_quantile(${share}, sum by (le${by === '' ? '' : `, ${by}`}) (rate(${histogram}_bucket[$__rate_interval])))`;

export const perSecond = (counter: string, by: string): string => `sum by (${by}) (rate(${counter}[$__rate_interval]))`;
