// Accepted kinds of files. File extension, declared type and content must agree; generic types agree with every kind.
import { inspectJpeg, inspectPdf, inspectPng } from './file-structure.ts';
import type { Inspect } from './file-window.ts';

export type FileKind = {
  readonly mediaType: 'application/pdf' | 'image/jpeg' | 'image/png';
  readonly endings: readonly string[];
  readonly declaredTypes: readonly string[];
  readonly inspect: Inspect;
};

const KINDS: readonly FileKind[] = [
  {
    mediaType: 'application/pdf',
    endings: ['pdf'],
    declaredTypes: ['application/pdf', 'application/x-pdf'],
    inspect: inspectPdf,
  },
  {
    mediaType: 'image/jpeg',
    endings: ['jpg', 'jpeg'],
    declaredTypes: ['image/jpeg', 'image/jpg', 'image/pjpeg'],
    inspect: inspectJpeg,
  },
  { mediaType: 'image/png', endings: ['png'], declaredTypes: ['image/png', 'image/x-png'], inspect: inspectPng },
];

/** Types of clients that declare none; a part without a type counts as text/plain by the rules of forms. */
const GENERIC_TYPES: readonly string[] = ['', 'application/octet-stream', 'binary/octet-stream', 'text/plain'];

export function fileKind(ending: string): FileKind | undefined {
  return KINDS.find(({ endings }) => endings.includes(ending));
}

export function agreesWith(declaredType: string, kind: FileKind): boolean {
  const bare = (declaredType.split(';', 1)[0] ?? '').trim().toLowerCase();
  return GENERIC_TYPES.includes(bare) || kind.declaredTypes.includes(bare);
}
