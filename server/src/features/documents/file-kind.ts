// The kinds of file that are taken. The ending of the name, the declared type and the content must agree. A client
// that declares nothing sends one of the types that say nothing.
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

/** A part without a type counts as text by the rules of forms; many clients send files so. */
const SAYS_NOTHING: readonly string[] = ['', 'application/octet-stream', 'binary/octet-stream', 'text/plain'];

export function fileKind(ending: string): FileKind | undefined {
  return KINDS.find(({ endings }) => endings.includes(ending));
}

export function agreesWith(declaredType: string, kind: FileKind): boolean {
  const bare = (declaredType.split(';', 1)[0] ?? '').trim().toLowerCase();
  return SAYS_NOTHING.includes(bare) || kind.declaredTypes.includes(bare);
}
