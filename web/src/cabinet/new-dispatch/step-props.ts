import type { Wizard } from './wizard.ts';

export type StepProps = Wizard & {
  /** The draft has become a dispatch and is forgotten. */
  readonly onFinish: () => Promise<void>;
};
