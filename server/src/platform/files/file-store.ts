// Stores the bytes of uploaded files by id; names, types and owners are in the database.
import type { Readable } from 'node:stream';

export type FileStore = {
  /** Stores all bytes durably or none: when the source throws, nothing remains and its error is rethrown. */
  put(id: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** Rejects for an unknown id. */
  get(id: string): Promise<Readable>;
  /** Also removes a partial file. An unknown id is no error. */
  remove(id: string): Promise<void>;
  close(): Promise<void>;
};
