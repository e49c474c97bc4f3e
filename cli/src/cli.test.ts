// The command line as a process that is interrupted.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { useScriptedService } from '@volley/sdk/given/scripted-answers.ts';
import { expect, onTestFinished, test, vi } from 'vitest';

const CLI = fileURLToPath(new URL('cli.ts', import.meta.url));
const service = useScriptedService();

test('Ctrl+C within a long list is an error that says what was taken and how to go on', async () => {
  const items = Array.from({ length: 1_000 }, (_, at) => ({ messageUuid: `u${at}`, code: 201 }));
  const busy = { status: 503, body: { error: { code: 5030, msg: 'No' } }, headers: { 'retry-after': '30' } };
  service.answers = [{ status: 200, body: { errors: false, items } }, busy];
  const env = { ...process.env, VOLLEY_API: service.address, VOLLEY_KEY: 'k' };
  const child = spawn(process.execPath, [CLI, 'send', '--idempotency-key', 'mine'], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  const draft = { channelType: 'SMS', senderName: 'Shop', destination: '79161230001', content: 'Hi' };
  child.stdin.end(JSON.stringify(Array.from({ length: 1_001 }, () => draft)));
  const written = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  await vi.waitUntil(() => service.seen.length === 2, { timeout: 60_000 });
  child.kill('SIGINT');
  const [out, said, [code]] = await written;
  expect([code, out.split('\n').length]).toEqual([1, 1_001]);
  expect(said).toContain('items 0 to 999 were taken, items 1000 to 1000 may have been taken');
  expect(said).toContain("--idempotency-key 'mine'");
}, 60_000);
