import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

test('the simulator process reports readiness and ends on SIGTERM', async () => {
  const child = spawn(process.execPath, [new URL('main.ts', import.meta.url).pathname], {
    env: { ...process.env, SIMULATOR_SMPP_PORT: '0', SIMULATOR_HTTP_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer]; // a stdout without encoding yields Buffers
    const ready = JSON.parse(line.toString('utf8')) as { ready: boolean; smppPort: number; controlUrl: string };
    expect(ready.ready).toBe(true);
    expect(ready.smppPort).toBeGreaterThan(0);
    expect(await (await fetch(`${ready.controlUrl}/health`)).json()).toEqual({ ok: true });
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(0);
  } finally {
    child.kill('SIGKILL');
  }
});
