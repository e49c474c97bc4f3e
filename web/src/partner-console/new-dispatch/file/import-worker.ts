// Reads the file off the main thread. A newer request of a kind cancels the older one.
import { ApiError } from '../../../api/api-error.ts';
import { FileProblem } from './file-problem.ts';
import { fileReader } from './file-reader.ts';
import type { Asked, QuestionName, Refused, Told } from './import-protocol.ts';
import { Cancelled } from './row-source.ts';

const reader = fileReader();
const newest = new Map<QuestionName, number>();
/** Requests that scan the whole file; the answer to an older one is useless. */
const REPLACED: readonly QuestionName[] = ['scan', 'measure'];

const tell = (told: Told) => self.postMessage(told);

self.addEventListener('message', (event: MessageEvent<Asked>) => {
  void answer(event.data);
});

const PROGRESS_MS = 200;

/** Frequent enough for a moving progress bar, rare enough for an idle page. */
function seldom(tellProgress: (share: number) => void): (share: number) => void {
  let last = 0;
  return (share) => {
    const now = performance.now();
    if (now - last < PROGRESS_MS) return;
    last = now;
    tellProgress(share);
  };
}

async function answer(asked: Asked): Promise<void> {
  const { id, name } = asked;
  newest.set(name, id);
  try {
    tell({
      id,
      answer: await ask(asked, {
        onProgress: seldom((progress) => tell({ id, progress })),
        isCancelled: () => REPLACED.includes(name) && newest.get(name) !== id,
      }),
    });
  } catch (error) {
    if (error instanceof FileProblem) tell({ id, problem: { kind: error.kind, row: error.row } });
    else if (error instanceof ApiError) tell({ id, refused: refusedOf(error) });
    else if (error instanceof Cancelled) tell({ id, cancelled: true });
    else tell({ id, error: error instanceof Error ? error.message : String(error) });
  }
}

function refusedOf({ status, code, reason, facts, details, requestId, message }: ApiError): Refused {
  return { status, code, reason, facts, details, requestId, message };
}

type Way = Parameters<(typeof reader)['open']>[1];

function ask(asked: Asked, way: Way): Promise<unknown> {
  switch (asked.name) {
    case 'open':
      return reader.open(asked.ask, way);
    case 'scan':
      return reader.scan(asked.ask, way);
    case 'measure':
      return reader.measure(asked.ask, way);
    case 'preview':
      return reader.preview(asked.ask, way);
    case 'count':
      return reader.count(asked.ask, way);
    case 'fill':
      return reader.fill(asked.ask, way);
    case 'badRows':
      return reader.badRows(asked.ask, way);
  }
}
