// A cascade: further steps, each sent only if the step before it failed. A step fails if it is not delivered or, on
// request of the sender, not read within its lifetime. Steps are given as a list, or nested each inside the step
// before it; both forms are equivalent.
import type { FaultCode } from '../refusals/fault.ts';
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

export type CascadeProblem = { readonly field: string; readonly problem: string; readonly code: FaultCode };

/** Further steps in order; empty without a cascade. */
export function normalizeCascade<Step extends Cascading<Step>>(
  first: Cascading<Step>,
): { readonly steps: readonly FollowingStep<Step>[] } | CascadeProblem {
  const steps: FollowingStep<Step>[] = [];
  let before: Cascading<Step> = first;
  let beforeField = '';
  for (const { step, field, wrong } of listSteps(first)) {
    if (wrong !== undefined) return { field, ...wrong };
    if (steps.length === CASCADE_STEPS_MAX)
      return { field: 'cascade', problem: `must have at most ${CASCADE_STEPS_MAX} steps`, code: 'too-many' };
    if (lacksReadReceipts(before))
      return conditionProblem(beforeField, `must be not_delivered on ${before.channelType}`, 'not-in-list');
    steps.push({ step, condition: before.cascadeCondition ?? 'not_delivered', field });
    before = step;
    beforeField = field;
  }
  if (before.cascadeCondition === undefined) return { steps };
  const problem = steps.length > 0 ? 'must be absent on the last step' : 'must be absent without a further step';
  return conditionProblem(beforeField, problem, 'invalid');
}

/** `not_read` needs a channel with read receipts. */
function lacksReadReceipts({ channelType, cascadeCondition }: Cascading<unknown>): boolean {
  return cascadeCondition === 'not_read' && !CHANNELS[channelType].readReceipts;
}

function conditionProblem(field: string, problem: string, code: FaultCode): CascadeProblem {
  return { field: field === '' ? 'cascadeCondition' : `${field}.cascadeCondition`, problem, code };
}

type Listed<Step> = {
  readonly step: Step;
  readonly field: string;
  readonly wrong?: Omit<CascadeProblem, 'field'>;
};

const IN_LIST = { problem: 'must be absent on the steps of a list', code: 'invalid' } as const;
const LIST_INSIDE = { problem: 'must be an object, as the outer cascade is', code: 'wrong-type' } as const;

function* listSteps<Step extends Cascading<Step>>(first: Cascading<Step>): Generator<Listed<Step>> {
  const given = first.cascade;
  if (isList(given)) {
    for (const [at, step] of given.entries()) {
      const field = `cascade[${at}]`;
      const mixed = step.cascade !== undefined && !(isList(step.cascade) && step.cascade.length === 0);
      yield mixed ? { step, field: `${field}.cascade`, wrong: IN_LIST } : { step, field };
    }
    return;
  }
  let field = 'cascade';
  for (let step = given; step !== undefined; field = `${field}.cascade`) {
    yield { step, field };
    const next: readonly Step[] | Step | undefined = step.cascade;
    if (isList(next)) {
      if (next.length > 0) yield { step, field: `${field}.cascade`, wrong: LIST_INSIDE };
      return;
    }
    step = next;
  }
}

function isList<Step>(value: readonly Step[] | Step | undefined): value is readonly Step[] {
  return Array.isArray(value);
}
