import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { setAside } from './set-aside.ts';

test('setAside returns the bytes of its source in chunks', async () => {
  const chunks = [Buffer.alloc(100_000, 1), Buffer.from('end'), Buffer.alloc(0)];
  const aside = await setAside(Readable.from(chunks));
  expect((await buffer(aside.bytes)).equals(Buffer.concat(chunks))).toBe(true);
  await aside.close();
  await aside.close();
});

test('setAside rethrows the error of its source', async () => {
  async function* broken(): AsyncGenerator<Buffer> {
    yield Buffer.from('x');
    throw new Error('cut off');
  }
  await expect(setAside(broken())).rejects.toThrow('cut off');
});
