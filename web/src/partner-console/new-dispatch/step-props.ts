import type { Wizard } from './wizard.ts';

export type StepProps = Wizard & {
  /** The draft became a dispatch and was deleted. */
  readonly onFinish: () => Promise<void>;
};
