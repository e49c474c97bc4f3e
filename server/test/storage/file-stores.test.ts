import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { FileStore } from '../../src/platform/files/file-store.ts';
import { openFileStore } from '../../src/platform/files/open-file-store.ts';
import { S3_ACCOUNT, type S3Server, startS3Server } from '../given/outside/s3-server.ts';

let folder: string;
let s3: S3Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'volley-store-'));
  s3 = await startS3Server();
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true });
});

const settings = () => ({ ...readConfig({}), fileFolder: folder, s3Endpoint: `${s3.url}/`, ...S3_ACCOUNT });
const content = Buffer.alloc(700_000, 'volley');
async function* chunks(bytes = content, failure?: Error) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
  if (failure !== undefined) throw failure;
}
const filesIn = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

describe.each(['disk', 's3'] as const)('the store on %s', (fileStore) => {
  let store: FileStore;
  beforeAll(() => {
    store = openFileStore({ ...settings(), fileStore });
  });
  afterAll(() => store.close());

  test('returns the stored bytes', async () => {
    const [id, empty] = [randomUUID(), randomUUID()];
    await store.put(id, chunks());
    await store.put(empty, chunks(Buffer.alloc(0)));
    expect((await buffer(await store.get(id))).equals(content)).toBe(true);
    expect((await buffer(await store.get(empty))).length).toBe(0);
    for (const each of [id, empty]) await store.remove(each);
  });

  test('stores nothing of a source that fails', async () => {
    const id = randomUUID();
    await expect(store.put(id, chunks(content, new Error('cut off')))).rejects.toThrow('cut off');
    await expect(store.get(id)).rejects.toThrow();
    expect(await filesIn()).toEqual([]);
    expect(s3.objects.size).toBe(0);
  });

  test('removes a file, also one that does not exist', async () => {
    const id = randomUUID();
    await store.put(id, chunks());
    for (let time = 0; time < 2; time += 1) await store.remove(id);
    await expect(store.get(id)).rejects.toThrow();
    expect(await filesIn()).toEqual([]);
  });

  test('leaves no temporary file behind', async () => {
    const id = randomUUID();
    await store.put(id, chunks());
    expect((await filesIn()).map(({ name }) => name)).toEqual(fileStore === 'disk' ? [id] : []);
    await store.remove(id);
  });
});

describe('the store on S3', () => {
  test('retries when S3 fails', async () => {
    const store = openFileStore({ ...settings(), fileStore: 's3' });
    s3.failNext(2, 503);
    await store.put('stumbled', chunks());
    expect(s3.objects.get('stumbled')?.equals(content)).toBe(true);
    s3.failNext(3, 500);
    await expect(store.put('failed', chunks())).rejects.toThrow('500');
    expect([...s3.objects.keys()]).toEqual(['stumbled']);
    expect(await filesIn()).toEqual([]);
    await store.remove('stumbled');
    await store.close();
  });

  test.each([
    ['another secret', { s3Secret: 'other' }, 'SignatureDoesNotMatch'],
    ['another key', { s3KeyId: 'OTHER' }, 'InvalidAccessKeyId'],
    ['another region', { s3Region: 'elsewhere' }, 'AuthorizationHeaderMalformed'],
  ])('is refused with %s, without a retry', async (_what, change, complaint) => {
    const store = openFileStore({ ...settings(), fileStore: 's3', ...change });
    const before = s3.refused.length;
    await expect(store.put('refused', chunks())).rejects.toThrow('403');
    expect(s3.refused.slice(before)).toEqual([complaint]);
    await store.close();
  });

  test.each([{ s3Endpoint: '' }, { s3Endpoint: 'ftp://x' }, { s3Bucket: '' }, { s3KeyId: '' }, { s3Secret: '' }])(
    'is not opened with %j',
    (change) => {
      expect(() => openFileStore({ ...settings(), fileStore: 's3', ...change })).toThrow('FILE_STORE=s3 needs');
    },
  );
});
