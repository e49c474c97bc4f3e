// Runs the commands of a guide in a shell, in order, and compares every answer with the answer in the guide.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { differences, type GuideStep, keptFrom, stepsOf } from './guide.ts';

const run = promisify(execFile);
const LATER_MS = 20_000;

export type Variables = Readonly<Record<string, string>>;

/** `learn` returns the values that a reader finds outside the guide before a command. */
export async function followGuide(
  guide: string,
  folder: string,
  given: Variables,
  learn: (command: string, known: Variables) => Promise<Variables> = async () => ({}),
): Promise<{ steps: number; variables: Variables }> {
  const steps = stepsOf(guide);
  if (steps.length !== guide.split('```sh').length - 1)
    throw new Error(
      `the guide has ${guide.split('```sh').length - 1} commands but ${steps.length} of them with an answer`,
    );
  let variables = given;
  for (const step of steps) {
    variables = { ...variables, ...(await learn(step.command, variables)) };
    variables = { ...variables, ...keptFrom(await follow(step, folder, variables), step.keep) };
  }
  return { steps: steps.length, variables };
}

async function follow(step: GuideStep, folder: string, variables: Variables): Promise<unknown> {
  const limitMs = performance.now() + (step.comesLater ? LATER_MS : 0);
  for (;;) {
    const { status, body } = await answerOf(step.command, folder, variables);
    const wrong = status === step.status ? differences(step.answer, body) : [`answered ${status}`];
    if (wrong.length === 0) return body;
    if (performance.now() > limitMs) throw new Error(`${step.command}${wrong.join('\n')}\n${JSON.stringify(body)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** The command as written in the guide; curl adds the status on its own line. */
async function answerOf(command: string, folder: string, variables: Variables) {
  const script = `curl() { command curl -sS -w '\\n%{http_code}' "$@"; }\n${command}`;
  const { stdout } = await run('bash', ['-euc', script], { cwd: folder, env: { ...process.env, ...variables } });
  const lineEnd = stdout.lastIndexOf('\n');
  return { status: Number(stdout.slice(lineEnd + 1)), body: bodyOf(stdout.slice(0, lineEnd)) };
}

function bodyOf(text: string): unknown {
  return /^[[{]/.test(text) ? JSON.parse(text) : text;
}
