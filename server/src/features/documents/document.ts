import type { FileKind } from './file-kind.ts';

export type Document = {
  readonly id: string;
  readonly companyId: number;
  readonly filename: string;
  readonly mediaType: FileKind['mediaType'];
  readonly sizeBytes: number;
  readonly createdAt: Date;
};

/** A file as it comes in. */
export type Upload = {
  /** The part of the form that held it; `file` unless it says another. */
  readonly part?: string;
  /** As the client wrote it. */
  readonly filename: string;
  readonly declaredType: string;
  /** Ends only if the whole of it came and nothing was wrong with its wrapping; throws otherwise. */
  readonly bytes: AsyncIterable<Buffer>;
};

/** What one company may keep. */
export const QUOTA = { files: 100, bytes: 200 * 1024 * 1024 } as const;
