// The protocol between the page and the worker. A request and its answer share a number.

import type * as estimate from '@volley/contract/console/estimate.ts';
import type { BodyOf, ReplyOf } from '@volley/contract/endpoint.ts';
import type * as dispatches from '@volley/contract/partner/dispatches.ts';
import type { ApiError } from '../../../api/api-error.ts';
import type { Column, Mapping } from './columns.ts';
import type { FileFormat } from './file-format.ts';
import type { FileProblem } from './file-problem.ts';
import type { ScanResult } from './row-scan.ts';
import type { Measured } from './text-measure.ts';

export type OpenedFile = {
  readonly format: FileFormat;
  readonly hasHeader: boolean;
  readonly columns: readonly Column[];
  readonly mapping: Mapping;
};

/** Manual overrides of the guessed format. */
export type FormatChoice = Partial<Pick<FileFormat, 'encoding' | 'delimiter'>> & { readonly hasHeader?: boolean };

export type ScanWish = {
  readonly hasHeader: boolean;
  readonly mapping: Mapping;
  readonly addSeven: boolean;
  readonly keepDuplicates: boolean;
  readonly edits: readonly (readonly [row: number, column: number, value: string])[];
};

export type TextWish = { readonly text: string; readonly countsParts: boolean };

export type PreviewRow = {
  readonly row: number;
  readonly destination: string;
  readonly text: string;
  readonly parts: number;
  readonly isCustom: boolean;
};

/** First row, placeholders and session of a batch. The worker makes the request because its body is large. */
export type BatchWish = { readonly row: number; readonly tokens: readonly string[]; readonly csrfToken: string };

export type BatchEnd = {
  readonly recipients: number;
  /** The first row of the next batch; undefined after the last. */
  readonly nextRow: number | undefined;
};

export type Filled = { readonly id: number; readonly success: number; readonly failed: number };

export type Questions = {
  open: { readonly ask: { readonly file: Blob; readonly choice: FormatChoice }; readonly answer: OpenedFile };
  scan: { readonly ask: ScanWish; readonly answer: ScanResult };
  measure: { readonly ask: TextWish; readonly answer: Measured };
  preview: {
    readonly ask: TextWish & { readonly row: number; readonly direction: 'forward' | 'back' };
    readonly answer: PreviewRow | null;
  };
  count: {
    readonly ask: BatchWish & { readonly draft: Omit<BodyOf<typeof estimate.estimateRecipients>, 'messages'> };
    readonly answer: BatchEnd & { readonly summary: ReplyOf<typeof estimate.estimateRecipients> | undefined };
  };
  /** Creates the dispatch, or appends to `dispatchId`. */
  fill: {
    readonly ask: BatchWish & {
      readonly dispatchId: number | undefined;
      readonly idempotencyKey: string;
      readonly draft: Omit<BodyOf<typeof dispatches.createDispatch>, 'messages'>;
    };
    readonly answer: BatchEnd & { readonly filled: Filled | undefined };
  };
  badRows: { readonly ask: { readonly reasons: Readonly<Record<string, string>> }; readonly answer: Blob };
};

/** An `ApiError` as structured-clone data. */
export type Refused = Pick<ApiError, 'status' | 'code' | 'reason' | 'facts' | 'details' | 'requestId' | 'message'>;

export type QuestionName = keyof Questions;

export type Asked = {
  readonly [Name in QuestionName]: { readonly id: number; readonly name: Name; readonly ask: Questions[Name]['ask'] };
}[QuestionName];

export type Told =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly progress: number }
  | { readonly id: number; readonly problem: { readonly kind: FileProblem['kind']; readonly row: number } }
  | { readonly id: number; readonly cancelled: true }
  | { readonly id: number; readonly refused: Refused }
  | { readonly id: number; readonly error: string };
