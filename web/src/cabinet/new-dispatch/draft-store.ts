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

async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.addEventListener('complete', () => resolve(request.result));
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('draft not kept')));
    });
  } finally {
    database.close();
  }
}

/** One draft per login; another person of the same browser has another. */
export async function loadDraft(login: string): Promise<Draft | undefined> {
  try {
    // Only `keepDraft` writes there.
    return (await within('readonly', (store) => store.get(login))) as Draft | undefined;
  } catch {
    return undefined;
  }
}

/** Whether it was kept. */
export async function keepDraft(login: string, draft: Draft): Promise<boolean> {
  try {
    await within('readwrite', (store) => store.put(draft, login));
    return true;
  } catch {
    return false;
  }
}

export async function dropDraft(login: string): Promise<void> {
  try {
    await within('readwrite', (store) => store.delete(login));
  } catch {
    // Nothing was kept, so nothing is left.
  }
}
