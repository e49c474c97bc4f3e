// The file of a draft in the worker: opened when the file or its format changes, scanned when the mapping changes. Only
// results reach the page. Results render as a transition: a wide table must not block typing.
import { startTransition, useEffect, useMemo, useState } from 'react';
import { recallMappingOf } from './company-memory.ts';
import type { Draft } from './draft.ts';
import { recallMapping } from './file/columns.ts';
import { FileProblem } from './file/file-problem.ts';
import { ImportClient } from './file/import-client.ts';
import type { OpenedFile } from './file/import-protocol.ts';
import type { ScanResult } from './file/row-scan.ts';
import { Cancelled } from './file/row-source.ts';

export type FileState = {
  readonly client: ImportClient;
  readonly opened: OpenedFile | undefined;
  readonly scan: ScanResult | undefined;
  /** Progress of the running scan. */
  readonly progress: number | undefined;
  readonly problem: FileProblem | undefined;
};

type Known = Omit<FileState, 'client'>;

const NOTHING: Known = { opened: undefined, scan: undefined, progress: undefined, problem: undefined };

export function useFile(draft: Draft, change: (change: Partial<Draft>) => void): FileState {
  const client = useClient();
  const [known, setKnown] = useState<Known>(NOTHING);
  const { file, choice, companyId } = draft;

  useEffect(() => {
    let isStale = false;
    setKnown(NOTHING);
    if (file === undefined) return;
    const take = (opened: OpenedFile) => {
      if (isStale) return;
      startTransition(() => {
        setKnown({ ...NOTHING, opened });
        if (draft.mapping?.tokens.length !== opened.columns.length) {
          const memory = companyId === undefined ? undefined : recallMappingOf(companyId);
          change({ mapping: recallMapping(opened.columns, opened.mapping, memory) });
        }
      });
    };
    client.ask('open', { file, choice }).then(take, (error: unknown) => {
      if (!isStale) setKnown({ ...NOTHING, problem: problemOf(error) });
    });
    return () => {
      isStale = true;
    };
    // This effect sets the mapping and must not run again for it.
  }, [client, file, choice]);

  const hasHeader = known.opened?.hasHeader;
  const { mapping, addSeven, keepDuplicates, edits } = draft;
  const columns = known.opened?.columns.length;
  useEffect(() => {
    if (hasHeader === undefined || mapping === undefined || mapping.tokens.length !== columns) return;
    let isStale = false;
    const told = (next: Partial<Known>) => {
      if (!isStale) startTransition(() => setKnown((before) => ({ ...before, ...next })));
    };
    // Outside the transition: the next step closes immediately while rows are counted.
    setKnown((before) => ({ ...before, progress: 0 }));
    client
      .ask('scan', { hasHeader, mapping, addSeven, keepDuplicates, edits }, (progress) => told({ progress }))
      .then(
        (scan) => told({ scan, progress: undefined, problem: undefined }),
        (error: unknown) => {
          if (!(error instanceof Cancelled)) told({ scan: undefined, progress: undefined, problem: problemOf(error) });
        },
      );
    return () => {
      isStale = true;
    };
  }, [client, hasHeader, columns, mapping, addSeven, keepDuplicates, edits]);

  return useMemo(() => ({ client, ...known }), [client, known]);
}

/** A worker per page; React mounts a page twice in development. */
function useClient(): ImportClient {
  const [client, setClient] = useState(() => new ImportClient());
  useEffect(() => {
    let own = client;
    if (own.isClosed) {
      own = new ImportClient();
      setClient(own);
    }
    return () => own.close();
    // Runs once.
  }, []);
  return client;
}

function problemOf(error: unknown): FileProblem {
  return error instanceof FileProblem ? error : new FileProblem('binary');
}
