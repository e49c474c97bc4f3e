// Inputs of the wizard's steps, and the condition to leave each.
import type { Draft, Step } from './draft.ts';
import { STEPS } from './draft.ts';
import { TEXT_LENGTH_MAX, unknownTokens } from './draft-text.ts';
import type { EstimateState } from './use-estimate.ts';
import type { FileState } from './use-file.ts';
import type { MeasureState } from './use-measure.ts';

export type Wizard = {
  readonly draft: Draft;
  readonly change: (change: Partial<Draft>) => void;
  readonly changeSafely: (change: Partial<Draft>) => Promise<void>;
  readonly file: FileState;
  readonly text: MeasureState;
  readonly estimate: EstimateState;
};

/** Almost no value of the column is a number: the column is wrong, so its rows are not reported. */
export function isWrongColumn({ scan }: Pick<FileState, 'scan'>): boolean {
  if (scan === undefined || scan.rows === 0) return false;
  const strange = (scan.kinds.letters ?? 0) + (scan.kinds.empty ?? 0) + (scan.kinds.short ?? 0);
  return scan.good * 5 < scan.rows && strange * 2 > scan.rows;
}

const DONE: Readonly<Record<Step, (wizard: Wizard) => boolean>> = {
  recipients: ({ draft, file }) =>
    draft.companyId !== undefined &&
    draft.name.trim() !== '' &&
    file.problem === undefined &&
    file.progress === undefined &&
    file.scan !== undefined &&
    file.scan.good > 0 &&
    !isWrongColumn(file) &&
    (file.scan.bad === 0 || draft.goodOnly),
  text: ({ draft, text }) =>
    draft.text.trim() !== '' &&
    draft.text.length <= TEXT_LENGTH_MAX &&
    draft.senderIds.length > 0 &&
    unknownTokens(draft).length === 0 &&
    text.measured !== undefined &&
    text.measured.tooLong.count === 0 &&
    text.measured.blank.count === 0,
  cost: ({ draft, estimate }) =>
    estimate.isFresh &&
    estimate.result !== undefined &&
    estimate.result.price.messages > 0 &&
    estimate.result.price.fits &&
    (estimate.result.unserved.length === 0 || draft.dropUnserved) &&
    (draft.timing.mode !== 'window' || (draft.timing.hours.length > 0 && draft.timing.days.length > 0)),
  review: ({ draft }) => draft.checked,
};

export const isDone = (step: Step, wizard: Wizard): boolean => DONE[step](wizard);

/** A step is open when all steps before it are done. */
export function isOpenStep(step: Step, wizard: Wizard): boolean {
  return STEPS.slice(0, STEPS.indexOf(step)).every((before) => isDone(before, wizard));
}
