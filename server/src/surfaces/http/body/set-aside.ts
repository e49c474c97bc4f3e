// Bytes that arrive before the request is known. They wait in an unlinked file, so that nothing remains of them after a
// crash and memory holds one chunk at a time.
import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SetAside = { readonly bytes: AsyncIterable<Buffer>; close(): Promise<void> };

const CHUNK_BYTES = 64 * 1024;

export async function setAside(chunks: AsyncIterable<Buffer>): Promise<SetAside> {
  const path = join(tmpdir(), `volley-${randomUUID()}.part`);
  const file = await open(path, 'wx+', 0o600);
  let isOpen = true;
  const close = async () => {
    if (isOpen) {
      isOpen = false;
      await file.close();
    }
  };
  try {
    await rm(path);
    for await (const chunk of chunks) await file.writeFile(chunk);
  } catch (error) {
    await close();
    throw error;
  }
  const bytes = async function* read(): AsyncGenerator<Buffer> {
    for (let at = 0; ; ) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  };
  return { bytes: { [Symbol.asyncIterator]: bytes }, close };
}
