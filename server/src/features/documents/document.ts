import type { FileKind } from './file-kind.ts';

export type Document = {
  readonly id: string;
  readonly companyId: number;
  readonly filename: string;
  readonly mediaType: FileKind['mediaType'];
  readonly sizeBytes: number;
  readonly createdAt: Date;
};

export type Upload = {
  /** Part of the form; default `file`. */
  readonly part?: string;
  /** Unchanged from the request. */
  readonly filename: string;
  readonly declaredType: string;
  /** Throws if the file is incomplete or the form is malformed. */
  readonly bytes: AsyncIterable<Buffer>;
};

/** Limits per company. */
export const QUOTA = { files: 100, bytes: 200 * 1024 * 1024 } as const;
