// Drafts in the browser's own database, which alone can hold a file. Where there is none, a draft lives with its tab.
import type { Draft } from './draft.ts';

const NAME = 'volley-new-dispatch';
const STORE = 'drafts';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('no database')));
  });
}

async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => T): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const result = work(transaction.objectStore(STORE));
      transaction.addEventListener('complete', () => resolve(result));
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('draft not kept')));
    });
  } finally {
    database.close();
  }
}

const fileKey = (login: string) => `${login} file`;

/** The file that is in the database already. It may be large, so it is written once and not with every word typed. */
let keptFile: Blob | undefined;

/** One draft per login; another person of the same browser has another. */
export async function loadDraft(login: string): Promise<Draft | undefined> {
  try {
    const [draft, file] = await within('readonly', (store) => [store.get(login), store.get(fileKey(login))] as const);
    if (draft.result === undefined) return undefined;
    // Only `keepDraft` writes there.
    keptFile = file.result as Blob | undefined;
    return { ...(draft.result as Draft), file: keptFile };
  } catch {
    return undefined;
  }
}

/** Whether it was kept. */
export async function keepDraft(login: string, { file, ...draft }: Draft): Promise<boolean> {
  try {
    await within('readwrite', (store) => {
      store.put(draft, login);
      if (file === keptFile) return;
      if (file === undefined) store.delete(fileKey(login));
      else store.put(file, fileKey(login));
    });
    keptFile = file;
    return true;
  } catch {
    return false;
  }
}

export async function dropDraft(login: string): Promise<void> {
  keptFile = undefined;
  try {
    await within('readwrite', (store) => {
      store.delete(login);
      store.delete(fileKey(login));
    });
  } catch {
    // Nothing was kept, so nothing is left.
  }
}

/** Whoever signs out leaves no numbers behind, on a computer that others use, too. */
export function forgetDrafts(): void {
  indexedDB.deleteDatabase(NAME);
}
