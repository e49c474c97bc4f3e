// A run of a million messages: its speed and memory from beginning to end, a stop, codes and callback hosts beside it.
import { openCallbackSink } from './harness/callback-sink.ts';
import { fourLinks } from './harness/harness.ts';
import { measureLongRun, measureStop } from './million.ts';
import { callbackFigures, measureHosts, measureUrgentCodes, urgentFigures } from './quick.ts';
import { QUICK } from './sizes.ts';
import { checkTargets, fullTargets } from './targets.ts';
import { report, subscribers, withHarness } from './with-harness.ts';

const measureMillion = (count: number) =>
  withHarness(async (harness) => {
    const partner = await harness.givenPartner();
    const sink = await openCallbackSink();
    try {
      const long = await measureLongRun(harness, partner, subscribers, { count, sink, report });
      report('a second dispatch, to be stopped');
      return { long, stop: await measureStop(harness, partner, subscribers, { count, first: count }) };
    } finally {
      await sink.close();
    }
  });

export async function full(count: number) {
  const { long, stop } = await measureMillion(count);
  const urgent = await measureUrgentCodes(count, QUICK.codes);
  const hosts = await measureHosts(count, QUICK.quietSeconds);
  const windowsAfterStop = fourLinks.map(({ systemId, window }) => (stop.submittedAfter[systemId] ?? 0) / window);
  const values = {
    settledLastOverFirst: long.settledLastOverFirst,
    callbacksLastOverFirst: long.callbacksLastOverFirst,
    memoryGrowthMax: Math.max(...long.memory.map(({ growth }) => growth)),
    memoryMaxMb: Math.max(...long.memory.map(({ finalMb }) => finalMb)),
    stopAnswerMs: stop.answerMs,
    submittedAfterStopInWindows: Math.max(...windowsAfterStop),
    ...callbackFigures(hosts),
    // A short run ends before the heap has reached its size.
    callbackMemoryGrowth: hosts.memoryGrowth,
  };
  return {
    ...values,
    urgentAcceptToSubmitMs: urgent,
    passed: checkTargets({ ...values, ...urgentFigures(urgent) }, fullTargets),
    targets: fullTargets,
    figures: { long, stop, hosts },
  };
}
