// Settings from files, as orchestrators mount secrets: NAME_FILE names a file whose content is the value of NAME.
import { readFileSync } from 'node:fs';
import { SETTINGS } from './config.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const isGiven = (value: string | undefined): value is string => value !== undefined && value !== '';

/** The environment with the contents of the named files. Throws once, with every file that cannot be used. */
export function withFiles(environment: Environment): Environment {
  const problems: string[] = [];
  const values: Record<string, string> = {};
  for (const { env } of Object.values(SETTINGS)) {
    const path = environment[`${env}_FILE`];
    if (!isGiven(path)) continue;
    if (isGiven(environment[env])) problems.push(`${env} and ${env}_FILE are both set`);
    else
      try {
        // Editors and `echo` end a file with a line feed.
        values[env] = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
      } catch (error) {
        problems.push(`${env}_FILE: ${error instanceof Error ? error.message : String(error)}`);
      }
  }
  if (problems.length > 0) throw new Error(`invalid settings: ${problems.join('; ')}`);
  return { ...environment, ...values };
}
