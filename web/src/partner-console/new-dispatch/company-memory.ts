// Per company, the browser remembers the column mapping of its files and the files already sent.
import type { RememberedMapping } from './file/columns.ts';

export type SentFile = { readonly print: string; readonly dispatchId: number; readonly at: string };

type Memory = { readonly mapping?: RememberedMapping; readonly sent?: readonly SentFile[] };

const SENT_MAX = 50;
const keyOf = (companyId: number) => `volley-company-files-${companyId}`;

function recall(companyId: number): Memory {
  try {
    // Written below, or absent.
    return JSON.parse(localStorage.getItem(keyOf(companyId)) ?? '{}') as Memory;
  } catch {
    return {};
  }
}

function remember(companyId: number, change: Memory): void {
  try {
    localStorage.setItem(keyOf(companyId), JSON.stringify({ ...recall(companyId), ...change }));
  } catch {
    // Without storage the mapping is guessed again next time.
  }
}

export const recallMappingOf = (companyId: number): RememberedMapping | undefined => recall(companyId).mapping;

export function rememberMappingOf(companyId: number, mapping: RememberedMapping): void {
  remember(companyId, { mapping });
}

export function findSentFile(companyId: number, print: string): SentFile | undefined {
  return recall(companyId).sent?.find((file) => file.print === print);
}

export function rememberSentFile(companyId: number, file: SentFile): void {
  const others = (recall(companyId).sent ?? []).filter(({ print }) => print !== file.print);
  remember(companyId, { sent: [file, ...others].slice(0, SENT_MAX) });
}
