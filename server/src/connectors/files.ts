// Files of messages that a provider takes by upload: fetched from the client's address and handed over before the
// message. An upload serves every message with the same file and account for an hour. A file that cannot be fetched
// fails its messages for a minute without another try, so that a dead host does not fill the window of the link.
import { createHash } from 'node:crypto';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { type FileRules, fetchFile, postUpload } from '../platform/http/outbound-files.ts';
import type { ProviderReply } from '../platform/http/provider-http.ts';
import type { Answer, Files, Preparation, Verdict } from './dialect.ts';

/** Files larger than this fail their messages. */
export const FILE_BYTES_MAX = 10 * 1024 * 1024;
/** For a fetch, and again for an upload. */
const TIMEOUT_MS = 10_000;
/** More files wait: each is in memory as a whole. */
const AT_ONCE = 4;
/** Problems of the client's host that may pass. A host that failed quickly is asked a second time. */
const PASSING = /^(?:unreachable|429|5\d\d)$/;
const QUICK_MS = 3_000;
const AGAIN_AFTER_MS = 1_000;
const KEPT_MS = 3_600_000;
const REFUSAL_KEPT_MS = 60_000;
const REMEMBERED_MAX = 1_000;

export type FileAccess = Pick<FileRules, 'allow' | 'sourceAddress'>;

type Remembered = { readonly preparation: Promise<Preparation>; untilMs: number };

export function openFiles(access: FileAccess): Files {
  const rules = { ...access, bytesMax: FILE_BYTES_MAX, timeoutMs: TIMEOUT_MS };
  const remembered = new Map<string, Remembered>();
  const inTurn = turns(AT_ONCE);
  return {
    fetch: async (url) => {
      const startMs = performance.now();
      const first = await fetchFile(url, rules);
      const isWorthAgain = 'problem' in first && PASSING.test(first.problem) && performance.now() - startMs < QUICK_MS;
      if (isWorthAgain) await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
      const file = isWorthAgain ? await fetchFile(url, rules) : first;
      return 'problem' in file ? file : { ...file, name: nameOf(url) };
    },
    post: (url, form) => postUpload(url, form, rules),
    once: (words, prepare) => {
      const key = createHash('sha256').update(JSON.stringify(words)).digest('base64url');
      const known = remembered.get(key);
      if (known !== undefined && known.untilMs > performance.now()) return known.preparation;
      const fresh: Remembered = { preparation: inTurn(prepare), untilMs: Number.POSITIVE_INFINITY };
      if (remembered.size >= REMEMBERED_MAX) remembered.clear();
      remembered.set(key, fresh);
      void fresh.preparation.then(
        ({ kind }) => {
          fresh.untilMs = performance.now() + keptMs(kind);
        },
        () => {
          fresh.untilMs = 0;
        },
      );
      return fresh.preparation;
    },
  };
}

function keptMs(kind: Preparation['kind']): number {
  if (kind === 'prepared') return KEPT_MS;
  return kind === 'refused' ? REFUSAL_KEPT_MS : 0;
}

/** At most `size` works at once; the others wait in their order. */
function turns(size: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= size) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

/** The last part of the path. */
const nameOf = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';

/** The message cannot have this file. `problem`: shown as the provider's code. */
export const fileRefused = (problem: string): Verdict => ({
  kind: 'refused',
  errorCode: ERROR.textUnusable,
  providerCode: problem,
});

/** An upload that may succeed later; the provider's other calls are not affected. */
const uploadFailed = (providerCode: string): Verdict => ({
  kind: 'temporary',
  providerCode,
  afterMs: 0,
  errorCode: ERROR.textUnusable,
  isOfMessage: true,
});

/** The provider's answer to an upload, or the end of the try. */
export function uploadAnswer(reply: ProviderReply): Answer | Verdict {
  if (reply.kind !== 'answer') return uploadFailed('upload no-answer');
  const { status } = reply;
  if (status >= 200 && status < 300) return reply;
  const code = `upload ${status}`;
  return status >= 500 || status === 429 || status === 408 ? uploadFailed(code) : fileRefused(code);
}
