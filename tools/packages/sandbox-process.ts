// A sandbox in a process of its own, until `stop`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../built-folder.ts';

export type Sandbox = { readonly ready: SandboxFacts; stop(): Promise<void> };

type SandboxFacts = {
  readonly baseUrl: string;
  readonly shop: { readonly login: string; readonly password: string; readonly keys: { readonly messages: string } };
};

export async function startSandbox(): Promise<Sandbox> {
  const child = spawn(process.execPath, [join(ROOT, 'tools/sandbox.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, UNATTENDED: 'on' },
  });
  const exited = once(child, 'exit');
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const line = once(createInterface({ input: child.stdout }), 'line');
  const first = await Promise.race([line, exited.then(() => undefined)]);
  if (first === undefined) throw new Error(`the sandbox ended before it was ready:\n${said.slice(-2_000)}`);
  return {
    ready: JSON.parse(String(first[0])) as SandboxFacts, // the ready line of tools/sandbox.ts
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
