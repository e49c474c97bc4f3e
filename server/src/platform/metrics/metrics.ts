// Prometheus metrics of one process. Its default label `role` names all roles of the process.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { VERSION } from '../version.ts';
import { FIGURES, type Figure } from './figure-names.ts';
import { COUNTERS, type CounterName, GAUGES, type GaugeName, HISTOGRAMS, type HistogramName } from './metric-names.ts';

type Labels = Readonly<Record<string, string>>;

export type Metrics = {
  readonly registry: Registry;
  count(name: CounterName, labels?: Labels, by?: number): void;
  observe(name: HistogramName, seconds: number, labels?: Labels): void;
  set(name: GaugeName, value: number, labels?: Labels): void;
  /** Removes a series, so that a stale value is not exported. */
  remove(name: GaugeName, labels: Labels): void;
  /** Calls `refresh` before each scrape. */
  beforeScrape(refresh: () => Promise<void> | void): void;
  /** Replaces all figures of the cell. A scrape exports them only while `isCurrent` returns true. */
  exportFigures(figures: readonly Figure[], isCurrent: () => boolean): void;
};

/** Gauges of prom-client with the suffix of counters; it has each of them by kind under another name too. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** The former name of the sweeper. */
const ALIASES: ReadonlyMap<string, string> = new Map([['clock', 'sweeper']]);

type Declared = { readonly from: 'all' | readonly string[] };

export function createMetrics(role: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ role });
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const roles = role.split('+').map((name) => ALIASES.get(name) ?? name);
  const isOurs = ({ from }: Declared) => from === 'all' || from.some((name) => roles.includes(name));
  const counter = registered(COUNTERS, isOurs, (name) => newCounter(registry, name));
  const histogram = registered(HISTOGRAMS, isOurs, (name) => newHistogram(registry, name));
  const gauge = registered(GAUGES, isOurs, (name) => {
    const { help, labels } = GAUGES[name];
    return new Gauge({ name, help, labelNames: [...labels], registers: [registry] });
  });
  gauge('volley_build_info').set({ version: VERSION, node: process.version }, 1);
  const refreshes: (() => Promise<void> | void)[] = [];
  refreshBeforeScrapes(registry, refreshes);
  return {
    registry,
    count: (name, labels = {}, by = 1) => counter(name).inc(labels, by),
    observe: (name, seconds, labels = {}) => histogram(name).observe(labels, seconds),
    set: (name, value, labels = {}) => gauge(name).set(labels, value),
    remove: (name, labels) => gauge(name).remove(labels),
    beforeScrape: (refresh) => void refreshes.push(refresh),
    exportFigures: figureExport(registry),
  };
}

/** Creates the metrics of these roles at once and every other one at its first use. */
function registered<Name extends string, M>(
  declared: Readonly<Record<Name, Declared>>,
  isOurs: (one: Declared) => boolean,
  create: (name: Name) => M,
): (name: Name) => M {
  const known = new Map<Name, M>();
  const get = (name: Name): M => {
    const metric = known.get(name) ?? create(name);
    known.set(name, metric);
    return metric;
  };
  // Object.keys is typed as text; these are the keys of the table.
  for (const name of Object.keys(declared) as Name[]) if (isOurs(declared[name])) get(name);
  return get;
}

function newCounter(registry: Registry, name: CounterName): Counter {
  const { help, labels, ...declared } = COUNTERS[name];
  const counter = new Counter<string>({ name, help, labelNames: [...labels], registers: [registry] });
  const [label] = labels;
  if (label !== undefined && 'seeds' in declared)
    for (const value of declared.seeds) counter.inc({ [label]: value }, 0);
  return counter;
}

function newHistogram(registry: Registry, name: HistogramName): Histogram {
  const { help, labels, buckets } = HISTOGRAMS[name];
  return new Histogram<string>({
    name,
    help,
    labelNames: [...labels],
    buckets: [...buckets],
    registers: [registry],
  });
}

/** A registry collects its metrics in parallel, so the refreshes run before it is asked. */
function refreshBeforeScrapes(registry: Registry, refreshes: readonly (() => Promise<void> | void)[]): void {
  const collect = registry.metrics.bind(registry);
  registry.metrics = async () => {
    await Promise.allSettled(refreshes.map(async (refresh) => refresh()));
    return collect();
  };
}

/** The gauges are created with the first figures: a process that never leads does not name them. */
function figureExport(registry: Registry): Metrics['exportFigures'] {
  let exported: ReadonlyMap<string, readonly Figure[]> = new Map();
  let current = () => false;
  let isRegistered = false;
  const register = () => {
    isRegistered = true;
    for (const [name, [help, labels]] of Object.entries(FIGURES))
      new Gauge<string>({
        name,
        help,
        labelNames: [...labels],
        registers: [registry],
        collect() {
          this.reset();
          if (labels.length === 0) this.remove();
          for (const { value, labels: own = {} } of current() ? (exported.get(name) ?? []) : []) this.set(own, value);
        },
      });
  };
  return (figures, isCurrent) => {
    if (!isRegistered && figures.length > 0) register();
    exported = Map.groupBy(figures, ({ name }) => name);
    current = isCurrent;
  };
}
