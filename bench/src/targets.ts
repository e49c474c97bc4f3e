// Speed targets of the product, and whether a run met them. A figure that could not be measured counts as missed.

export type Target = { atLeast: number } | { atMost: number };

export const quickTargets = {
  acceptVsCopy: { atLeast: 0.4 },
  endToEndVsBare: { atLeast: 0.2 },
  smppSubmitVsNpmSmpp: { atLeast: 5 },
  startToFirstSubmitMs: { atMost: 1_000 },
  'singleSendVsBare.one': { atLeast: 0.4 },
  'singleSendVsBare.hundred': { atLeast: 0.4 },
  singleSendP99Ms: { atMost: 150 },
  'urgentAcceptToSubmitMs.throttled.p99': { atMost: 300 },
  'urgentAcceptToSubmitMs.unthrottled.p99': { atMost: 300 },
  callbackHealthyP99VsQuiet: { atMost: 2 },
  callbackDrained: { atLeast: 1 },
  'rules.numberLookupMicros': { atMost: 0.5 },
  'rules.normalizeMicros': { atMost: 1 },
  'rules.countPartsMicros': { atMost: 1 },
  'rules.fairDealMs': { atMost: 100 },
  'rules.hostileTemplateMs': { atMost: 200 },
  'rules.hostileLinkMs': { atMost: 500 },
} as const satisfies Record<string, Target>;

/** Of `--only channels`, on two cores that do nothing else. */
export const channelTargets = {
  whatsappSendsPerSecond: { atLeast: 1_000 },
  whatsappStatusesPerSecond: { atLeast: 5_000 },
} as const satisfies Record<string, Target>;

export const fullTargets = {
  settledLastOverFirst: { atLeast: 0.9 },
  callbacksLastOverFirst: { atLeast: 0.9 },
  memoryGrowthMax: { atMost: 1.1 },
  memoryMaxMb: { atMost: 512 },
  stopAnswerMs: { atMost: 1_000 },
  submittedAfterStopInWindows: { atMost: 1 },
  'urgentAcceptToSubmitMs.throttled.p99': { atMost: 300 },
  'urgentAcceptToSubmitMs.unthrottled.p99': { atMost: 300 },
  callbackHealthyP99VsQuiet: { atMost: 2 },
  callbackMemoryGrowth: { atMost: 1.1 },
  callbackDrained: { atLeast: 1 },
} as const satisfies Record<string, Target>;

/** Of `--mixed`, on two cores that do nothing else. */
export const mixedTargets = {
  codesP999Ms: { atMost: 250 },
  singlesP999Ms: { atMost: 150 },
  loopDelayMaxMs: { atMost: 200 },
} as const satisfies Record<string, Target>;

/** A dispatch to subscribers is at most 15 % slower than one by number. */
export const subscriberTargets = {
  botVsNumber: { atLeast: 0.85 },
  submittedVsNumber: { atLeast: 0.85 },
  scannedRows: { atMost: 0 },
} as const satisfies Record<string, Target>;

export function isKept(value: number | null, target: Target): boolean {
  if (value === null || Number.isNaN(value)) return false;
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
}

export function checkTargets<Name extends string>(
  values: Readonly<Record<NoInfer<Name>, number | null>>,
  targets: Readonly<Record<Name, Target>>,
): Record<string, boolean> {
  const names = Object.keys(targets) as Name[]; // the keys of a record of names are those names
  return Object.fromEntries(names.map((name) => [name, isKept(values[name], targets[name])]));
}
