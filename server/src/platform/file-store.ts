// Where the bytes of uploaded files are kept, by id and nothing else: names, types and owners are rows.
import type { Readable } from 'node:stream';

export type FileStore = {
  /**
   * Keeps all bytes under the id, safe against a crash, or nothing: when the source throws, nothing stays and its
   * error comes out.
   */
  put(id: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** Fails when there is no such file. */
  get(id: string): Promise<Readable>;
  /** Also what was left half-written. A file that is not there is no error. */
  remove(id: string): Promise<void>;
  close(): Promise<void>;
};
