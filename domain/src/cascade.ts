// A cascade: further steps, each of which is sent only when the one before it has failed. A step fails when it is
// not delivered or, where its sender asks for that, not read within its lifetime. The steps come as a list, or each
// inside the one before it; both mean the same.
import { CHANNELS, type ChannelType } from './channel.ts';

export const CASCADE_CONDITIONS = ['not_delivered', 'not_read'] as const;

export type CascadeCondition = (typeof CASCADE_CONDITIONS)[number];

/** Besides the first. */
export const CASCADE_STEPS_MAX = 4;
/** The position of the first message. */
export const FIRST_STEP = 1;

/** A message with what may follow it. `cascadeCondition` says when the step after it is sent. */
export type Cascading<Step> = {
  readonly channelType: ChannelType;
  readonly cascadeCondition?: CascadeCondition;
  readonly cascade?: readonly Step[] | Step;
};

/** `condition` is that of the step before. */
export type FollowingStep<Step> = { readonly step: Step; readonly condition: CascadeCondition; readonly field: string };

export type CascadeProblem = { readonly field: string; readonly problem: string };

/** The further steps in their order; none when there is no cascade. */
export function normalizeCascade<Step extends Cascading<Step>>(
  first: Cascading<Step>,
): { readonly steps: readonly FollowingStep<Step>[] } | CascadeProblem {
  const steps: FollowingStep<Step>[] = [];
  let before: Cascading<Step> = first;
  let beforeField = '';
  for (const { step, field, problem } of listSteps(first)) {
    if (problem !== undefined) return { field, problem };
    if (steps.length === CASCADE_STEPS_MAX)
      return { field: 'cascade', problem: `has more than ${CASCADE_STEPS_MAX} steps` };
    if (waitsInVain(before)) break;
    steps.push({ step, condition: before.cascadeCondition ?? 'not_delivered', field });
    before = step;
    beforeField = field;
  }
  if (waitsInVain(before)) return conditionProblem(beforeField, `not_read is not known on ${before.channelType}`);
  if (steps.length > 0 && before.cascadeCondition !== undefined)
    return conditionProblem(beforeField, 'is not for the last step');
  return { steps };
}

/** For being read, on a channel that does not tell. */
function waitsInVain({ channelType, cascadeCondition }: Cascading<unknown>): boolean {
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
      yield mixed ? { step, field: `${field}.cascade`, problem: 'is not for steps of a list' } : { step, field };
    }
    return;
  }
  let field = 'cascade';
  for (let step = given; step !== undefined; field = `${field}.cascade`) {
    yield { step, field };
    const next: readonly Step[] | Step | undefined = step.cascade;
    if (isList(next)) {
      if (next.length > 0) yield { step, field: `${field}.cascade`, problem: 'must be an object inside an object' };
      return;
    }
    step = next;
  }
}

function isList<Step>(value: readonly Step[] | Step | undefined): value is readonly Step[] {
  return Array.isArray(value);
}
