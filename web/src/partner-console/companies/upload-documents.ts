import { uploadFile } from '../../api/call.ts';

export type UploadState = { readonly file: File; readonly share: number };
export type UploadFailure = { readonly file: File; readonly error: unknown };

/** Uploads one by one; a failure does not stop the rest. */
export async function uploadDocuments(
  companyId: number,
  files: readonly File[],
  onProgress: (state: UploadState | undefined) => void,
): Promise<readonly UploadFailure[]> {
  const failures: UploadFailure[] = [];
  for (const file of files) {
    onProgress({ file, share: 0 });
    try {
      await uploadFile({
        side: 'partner',
        route: 'POST /company/{id}/documents',
        params: { id: companyId },
        part: 'file',
        file,
        onProgress: (share) => onProgress({ file, share }),
      });
    } catch (error) {
      failures.push({ file, error });
    }
  }
  onProgress(undefined);
  return failures;
}
