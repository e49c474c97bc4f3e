import { expect, onTestFinished, test, vi } from 'vitest';
import { accepts } from './accepts.ts';
import { findProgram } from './find-program.ts';
import { startOwnNats } from './own-nats.ts';

function hasServer(): boolean {
  try {
    return findProgram('nats-server') !== '';
  } catch {
    return false;
  }
}

test.skipIf(!hasServer())('a broker that ends by itself stays ended and leaves its last lines', async () => {
  const shown = vi.spyOn(console, 'error').mockReturnValue();
  const nats = await startOwnNats();
  onTestFinished(() => nats.stop());
  const port = Number(new URL(nats.url).port);
  await nats.kill9();
  await nats.start();
  expect(await accepts(port)).toBe(true);
  process.kill(Number(nats.pid), 'SIGTERM');
  const lines = await nats.ownEnd;
  expect(lines).toMatch(/^nats-server ended with /);
  expect(lines).toContain('Server is ready');
  expect(shown).toHaveBeenCalledWith(lines);
  expect(await accepts(port)).toBe(false);
});
