import { UnstyledButton } from '@mantine/core';
import { useText } from '../../kit/text.tsx';
import { STEPS, type Step } from './draft.ts';
import classes from './step-list.module.css';
import { isDone, isOpenStep, type Wizard } from './wizard.ts';

type Props = {
  readonly wizard: Wizard;
  readonly isLocked: boolean;
  readonly onChoose: (step: Step) => void;
};

/** The current step, finished steps, and steps that can be reopened. */
export function StepList({ wizard, isLocked, onChoose }: Props) {
  const t = useText();
  return (
    <nav aria-label={t('newDispatch.steps')}>
      <ol className={classes['steps']}>
        {STEPS.map((step, at) => {
          const isCurrent = wizard.draft.step === step;
          const isPassed = !isCurrent && (isLocked || (isOpenStep(step, wizard) && isDone(step, wizard)));
          return (
            <li key={step}>
              <UnstyledButton
                className={classes['step']}
                data-current={isCurrent || undefined}
                data-done={isPassed || undefined}
                aria-current={isCurrent ? 'step' : undefined}
                disabled={isLocked || !isOpenStep(step, wizard)}
                onClick={() => onChoose(step)}
              >
                <span className={classes['number']} aria-hidden="true">
                  {isPassed ? '✓' : at + 1}
                </span>
                {t(`newDispatch.step.${step}`)}
              </UnstyledButton>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
