// Answers the page's requests about one file. Runs in a worker, but does not depend on it.
import { badRowsFile } from './bad-rows.ts';
import { countBatch, fillBatch } from './batch-calls.ts';
import { columnsOf, guessHeader, guessMapping } from './columns.ts';
import { decodeSample, detectFormat, SAMPLE_BYTES, sampleRecords } from './file-format.ts';
import { FILE_BYTES_MAX, FileProblem } from './file-problem.ts';
import type { OpenedFile, QuestionName, Questions, ScanWish } from './import-protocol.ts';
import { findRecipient, type ReadyFile } from './recipient-rows.ts';
import { scanRows } from './row-scan.ts';
import type { RowSource } from './row-source.ts';
import { measureText, rowRenderer } from './text-measure.ts';

type Answering = { readonly onProgress: (share: number) => void; readonly isCancelled: () => boolean };

type Answers = {
  [Name in QuestionName]: (ask: Questions[Name]['ask'], way: Answering) => Promise<Questions[Name]['answer']>;
};

export function fileReader(): Answers {
  let source: RowSource | undefined;
  let ready: ReadyFile | undefined;
  const getReady = (): ReadyFile => {
    if (ready === undefined) throw new Error('scan the file before this request');
    return ready;
  };
  return {
    open: async ({ file, choice }) => {
      ready = undefined;
      const opened = await openFile(file, choice);
      source = { blob: file, format: opened.format };
      return opened;
    },
    scan: async (wish, way) => {
      if (source === undefined) throw new Error('open a file before this request');
      const options = { ...wish, edits: editsOf(wish.edits) };
      const scanned = await scanRows(source, options, way);
      ready = { source, options, scanned };
      return scanned.result;
    },
    measure: (wish, { isCancelled }) => measureText(getReady(), wish, { isCancelled }),
    preview: async ({ row, direction, text, countsParts }) => {
      const found = await findRecipient(getReady(), row, direction);
      if (found === undefined) return null;
      const { encoding: _, ...shown } = rowRenderer(text, countsParts)(found);
      return { row: found.row, destination: found.destination, ...shown };
    },
    count: (wish) => countBatch(getReady(), wish),
    fill: (wish) => fillBatch(getReady(), wish),
    badRows: ({ reasons }) => badRowsFile(getReady(), (kind) => reasons[kind] ?? kind),
  };
}

async function openFile(file: Blob, choice: Questions['open']['ask']['choice']): Promise<OpenedFile> {
  if (file.size > FILE_BYTES_MAX) throw new FileProblem('size');
  const sample = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer());
  const isWhole = file.size <= SAMPLE_BYTES;
  const guessed = detectFormat(sample, isWhole);
  const format = {
    ...guessed,
    ...(choice.encoding !== undefined && { encoding: choice.encoding }),
    ...(choice.delimiter !== undefined && { delimiter: choice.delimiter }),
  };
  const records = sampleRecords(decodeSample(sample, format.encoding, isWhole), format, isWhole);
  const hasHeader = choice.hasHeader ?? guessHeader(records);
  return { format, hasHeader, columns: columnsOf(records, hasHeader), mapping: guessMapping(records, hasHeader) };
}

function editsOf(list: ScanWish['edits']): Map<number, Map<number, string>> {
  const edits = new Map<number, Map<number, string>>();
  for (const [row, column, value] of list) {
    const ofRow = edits.get(row) ?? new Map<number, string>();
    ofRow.set(column, value);
    edits.set(row, ofRow);
  }
  return edits;
}
