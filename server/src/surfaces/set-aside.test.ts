import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { setAside } from './set-aside.ts';

test('gives back what it was given, chunk by chunk', async () => {
  const chunks = [Buffer.alloc(100_000, 1), Buffer.from('end'), Buffer.alloc(0)];
  const aside = await setAside(Readable.from(chunks));
  expect((await buffer(aside.bytes)).equals(Buffer.concat(chunks))).toBe(true);
  await aside.close();
  await aside.close();
});

test('tells what went wrong with the source', async () => {
  async function* broken(): AsyncGenerator<Buffer> {
    yield Buffer.from('x');
    throw new Error('cut off');
  }
  await expect(setAside(broken())).rejects.toThrow('cut off');
});
