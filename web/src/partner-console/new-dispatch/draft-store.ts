// Drafts in IndexedDB, the only browser storage for files. Without it a draft lives as long as its tab.
import type { Draft } from './draft.ts';

const NAME = 'volley-new-dispatch';
const STORE = 'drafts';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('IndexedDB request failed without an error')),
    );
  });
}

async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => T): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const result = work(transaction.objectStore(STORE));
      transaction.addEventListener('complete', () => resolve(result));
      transaction.addEventListener('abort', () =>
        reject(transaction.error ?? new Error('IndexedDB transaction aborted: the draft is not stored')),
      );
    });
  } finally {
    database.close();
  }
}

const fileKey = (login: string) => `${login} file`;

/** The file already stored. It may be large, so it is not written with every typed word. */
let keptFile: Blob | undefined;

/** A login has a single draft. */
export async function loadDraft(login: string): Promise<Draft | undefined> {
  try {
    const [draft, file] = await within('readonly', (store) => [store.get(login), store.get(fileKey(login))] as const);
    if (draft.result === undefined) return undefined;
    // Only `keepDraft` writes here.
    keptFile = file.result as Blob | undefined;
    return { ...(draft.result as Draft), file: keptFile };
  } catch {
    return undefined;
  }
}

/** Resolves to whether the draft was stored. */
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
    // Nothing was stored, so nothing remains.
  }
}

/** Sign-out deletes the drafts: recipients' numbers must not stay on a shared computer. */
export function forgetDrafts(): void {
  indexedDB.deleteDatabase(NAME);
}
