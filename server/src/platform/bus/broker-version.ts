// NATS before 2.10.23 can lose whole streams in a crash. The version is that of the server to which this process is
// connected; of a cluster it sees no other.
import type { Config } from '../../config.ts';
import type { Logger } from '../log.ts';
import type { Bus } from './bus.ts';

export const BROKER_VERSION_MIN = '2.10.23';

/** A version in another form counts as old: nothing is known about it. */
export function isOldBroker(version: string): boolean {
  const [given, oldest] = [partsOf(version), partsOf(BROKER_VERSION_MIN)];
  for (const [at, least] of oldest.entries()) {
    const part = given[at] ?? -1;
    if (part !== least) return part < least;
  }
  return false;
}

/** Suffixes such as -RC.1 do not count. */
const partsOf = (version: string): number[] => (/^(\d+)\.(\d+)\.(\d+)(?:-|$)/.exec(version) ?? []).slice(1).map(Number);

/** Throws when the broker is too old for production; in test mode, or where it is allowed, only logs a warning. */
export function probeBroker(
  bus: Pick<Bus, 'serverVersion'>,
  { testMode, allowOldBroker }: Pick<Config, 'testMode' | 'allowOldBroker'>,
  log: Logger,
): void {
  const version = bus.serverVersion() ?? 'unknown';
  if (!isOldBroker(version)) return;
  const least = `before ${BROKER_VERSION_MIN} a crash can lose whole streams`;
  const problem = `the broker is NATS ${version}, and ${least}: upgrade it`;
  if (!testMode && !allowOldBroker) throw new Error(`${problem}, or set ALLOW_OLD_BROKER=true`);
  log.warn(problem);
}
