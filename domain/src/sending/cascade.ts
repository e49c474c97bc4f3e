// A cascade: further steps, each sent only if the step before it failed. A step fails if it is not delivered or, on
// request of the sender, not read within its lifetime. Steps are given as a list, or nested each inside the step
// before it; both forms are equivalent.
import { CHANNELS, type ChannelType } from './channel.ts';

export const CASCADE_CONDITIONS = ['not_delivered', 'not_read'] as const;

export type CascadeCondition = (typeof CASCADE_CONDITIONS)[number];

/** Not counting the first message. */
export const CASCADE_STEPS_MAX = 4;
/** The position of the first message. */
export const FIRST_STEP = 1;

/** A message and the steps that may follow it. `cascadeCondition` says when the next step is sent. */
export type Cascading<Step> = {
  readonly channelType: ChannelType;
  readonly cascadeCondition?: CascadeCondition;
  readonly cascade?: readonly Step[] | Step;
};

/** `condition`: the condition of the step before. */
export type FollowingStep<Step> = { readonly step: Step; readonly condition: CascadeCondition; readonly field: string };

export type CascadeProblem = { readonly field: string; readonly problem: string };

/** Further steps in order; empty without a cascade. */
export function normalizeCascade<Step extends Cascading<Step>>(
  first: Cascading<Step>,
): { readonly steps: readonly FollowingStep<Step>[] } | CascadeProblem {
  const steps: FollowingStep<Step>[] = [];
  let before: Cascading<Step> = first;
  let beforeField = '';
  for (const { step, field, problem } of listSteps(first)) {
    if (problem !== undefined) return { field, problem };
    if (steps.length === CASCADE_STEPS_MAX)
      return { field: 'cascade', problem: `must have at most ${CASCADE_STEPS_MAX} steps` };
    if (lacksReadReceipts(before)) break;
    steps.push({ step, condition: before.cascadeCondition ?? 'not_delivered', field });
    before = step;
    beforeField = field;
  }
  if (lacksReadReceipts(before)) return conditionProblem(beforeField, `cannot be not_read on ${before.channelType}`);
  if (steps.length > 0 && before.cascadeCondition !== undefined)
    return conditionProblem(beforeField, 'must be absent on the last step');
  return { steps };
}

/** `not_read` needs a channel with read receipts. */
function lacksReadReceipts({ channelType, cascadeCondition }: Cascading<unknown>): boolean {
  return cascadeCondition === 'not_read' && !CHANNELS[channelType].readReceipts;
}

function conditionProblem(field: string, problem: string): CascadeProblem {
  return { field: field === '' ? 'cascadeCondition' : `${field}.cascadeCondition`, problem };
}

type Listed<Step> = { readonly step: Step; readonly field: string; readonly problem?: string };

function* listSteps<Step extends Cascading<Step>>(first: Cascading<Step>): Generator<Listed<Step>> {
  const given = first.cascade;
  if (isList(given)) {
    for (const [at, step] of given.entries()) {
      const field = `cascade[${at}]`;
      const mixed = step.cascade !== undefined && !(isList(step.cascade) && step.cascade.length === 0);
      yield mixed
        ? { step, field: `${field}.cascade`, problem: 'must be absent on the steps of a list' }
        : { step, field };
    }
    return;
  }
  let field = 'cascade';
  for (let step = given; step !== undefined; field = `${field}.cascade`) {
    yield { step, field };
    const next: readonly Step[] | Step | undefined = step.cascade;
    if (isList(next)) {
      if (next.length > 0)
        yield { step, field: `${field}.cascade`, problem: 'must be an object, as the outer cascade is' };
      return;
    }
    step = next;
  }
}

function isList<Step>(value: readonly Step[] | Step | undefined): value is readonly Step[] {
  return Array.isArray(value);
}
