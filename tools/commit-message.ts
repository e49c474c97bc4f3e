// The form of commit messages: `area: verb …`, at most 72 characters, then a blank line and a body.
//   --file FILE   judges the message in this file (the hook in tools/git-hooks calls it so)
//   --last N      judges the last N commits; without options, those that no remote branch has (none without a remote)
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const SUBJECT_MAX = 72;
const FORM = /^[a-z][\w ,./-]*: [a-z][\w-]* ?\S*/;
/** A verb in the imperative is none of these. */
const NO_VERBS = /: (?:what|who|whoever|nobody|somebody|something|one|other|the|a|an|it|this|that|there)\b/;

export function faultsOf(message: string): string[] {
  const [subject = '', second] = message.split('\n').filter((line) => !line.startsWith('#'));
  if (/^(?:Merge|Revert|fixup!|squash!) /.test(subject)) return [];
  const faults: string[] = [];
  if (subject.length > SUBJECT_MAX) faults.push(`the subject has ${subject.length} characters, ${SUBJECT_MAX} at most`);
  if (!FORM.test(subject)) faults.push('the subject must read "area: verb …"');
  if (NO_VERBS.test(subject)) faults.push('the area must be followed by a verb in the imperative');
  if (second !== undefined && second !== '') faults.push('the line after the subject must be empty');
  return faults;
}

function commits(range: readonly string[]): { readonly id: string; readonly message: string }[] {
  const log = execFileSync('git', ['log', '--no-merges', '--format=%h%x00%B%x01', ...range], { encoding: 'utf8' });
  return log
    .split('\u0001')
    .map((entry) => entry.trim().split('\0'))
    .flatMap(([id, message]) => (id === undefined || message === undefined ? [] : [{ id, message: message.trim() }]));
}

function hasRemoteBranch(): boolean {
  const { stdout } = spawnSync('git', ['for-each-ref', '--count=1', 'refs/remotes'], { encoding: 'utf8' });
  return stdout !== '';
}

function judge(): string[] {
  const { values } = parseArgs({ options: { file: { type: 'string' }, last: { type: 'string' } } });
  if (values.file !== undefined) return faultsOf(readFileSync(values.file, 'utf8').trim());
  if (values.last === undefined && !hasRemoteBranch()) return [];
  const range = values.last === undefined ? ['HEAD', '--not', '--remotes'] : [`-${values.last}`];
  return commits(range).flatMap(({ id, message }) =>
    faultsOf(message).map((fault) => `${id} ${message.split('\n')[0] ?? ''}: ${fault}`),
  );
}

if (import.meta.main) {
  const faults = judge();
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
