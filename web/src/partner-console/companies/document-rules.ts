// Accepted document files; the server also checks their content.
export const DOCUMENT_BYTES_MAX = 10 * 1024 * 1024;
export const DOCUMENT_ACCEPT = '.pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png';

export type DocumentFault = 'wrongKind' | 'tooLarge';

export function documentFault({
  name,
  size,
}: {
  readonly name: string;
  readonly size: number;
}): DocumentFault | undefined {
  if (!/\.(pdf|jpe?g|png)$/i.test(name)) return 'wrongKind';
  return size > DOCUMENT_BYTES_MAX ? 'tooLarge' : undefined;
}
