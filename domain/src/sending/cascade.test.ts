import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CASCADE_STEPS_MAX, type CascadeCondition, normalizeCascade } from './cascade.ts';
import type { ChannelType } from './channel.ts';

type Step = {
  readonly channelType: ChannelType;
  readonly senderName?: string;
  readonly cascadeCondition?: CascadeCondition;
  readonly cascade?: readonly Step[] | Step;
};

const sms: Step = { channelType: 'SMS' };
const viber: Step = { channelType: 'VIBER' };

const conditions = (first: Step) => {
  const found = normalizeCascade(first);
  return 'problem' in found ? `${found.field} ${found.problem}` : found.steps.map(({ condition }) => condition);
};

describe('conditions', () => {
  test.each<[string, Step, unknown]>([
    ['no cascade', sms, []],
    ['an empty list has no steps', { ...sms, cascade: [] }, []],
    [
      'no condition without a cascade',
      { ...viber, cascadeCondition: 'not_read' },
      'cascadeCondition must be absent without a further step',
    ],
    [
      'no condition beside an empty list',
      { ...sms, cascade: [], cascadeCondition: 'not_delivered' },
      'cascadeCondition must be absent without a further step',
    ],
    [
      'no condition without a cascade, also on a channel without read receipts',
      { ...sms, cascadeCondition: 'not_read' },
      'cascadeCondition must be absent without a further step',
    ],
    [
      'no condition on the last step, also on a channel without read receipts',
      { ...viber, cascade: [{ ...sms, cascadeCondition: 'not_read' }] },
      'cascade[0].cascadeCondition must be absent on the last step',
    ],
    ['not_delivered is the default condition', { ...sms, cascade: [sms] }, ['not_delivered']],
    [
      'each step sets the condition of the next step',
      { ...viber, cascadeCondition: 'not_read', cascade: [viber, sms] },
      ['not_read', 'not_delivered'],
    ],
    [
      'nested',
      { ...sms, cascade: { ...viber, cascadeCondition: 'not_read', cascade: sms } },
      ['not_delivered', 'not_read'],
    ],
    [
      'not_read needs a channel with read receipts',
      { ...sms, cascadeCondition: 'not_read', cascade: [viber] },
      'cascadeCondition must be not_delivered on SMS',
    ],
    [
      'not_read on a later step needs a channel with read receipts',
      { ...viber, cascade: [{ ...sms, cascadeCondition: 'not_read' }, viber] },
      'cascade[0].cascadeCondition must be not_delivered on SMS',
    ],
    [
      'the last step of a list has no condition',
      { ...sms, cascade: [sms, { ...viber, cascadeCondition: 'not_read' }] },
      'cascade[1].cascadeCondition must be absent on the last step',
    ],
    [
      'the last nested step has no condition',
      { ...sms, cascade: { ...sms, cascade: { ...viber, cascadeCondition: 'not_delivered' } } },
      'cascade.cascade.cascadeCondition must be absent on the last step',
    ],
    [
      'a step of a list has no nested cascade',
      { ...sms, cascade: [{ ...sms, cascade: sms }] },
      'cascade[0].cascade must be absent on the steps of a list',
    ],
    [
      'a nested step has no list',
      { ...sms, cascade: { ...sms, cascade: [sms] } },
      'cascade.cascade must be an object, as the outer cascade is',
    ],
    [
      'a list has at most four steps',
      { ...sms, cascade: [sms, sms, sms, sms, sms] },
      'cascade must have at most 4 steps',
    ],
    [
      'the nested form has at most four steps',
      { ...sms, cascade: { ...sms, cascade: { ...sms, cascade: { ...sms, cascade: { ...sms, cascade: sms } } } } },
      'cascade must have at most 4 steps',
    ],
  ])('%s', (_, first, expected) => {
    expect(conditions(first)).toEqual(expected);
  });
});

test('the nested form gives the same steps as the list', () => {
  const steps = fc.array(fc.record({ channelType: fc.constantFrom('VIBER', 'SMS', 'VK'), senderName: fc.string() }), {
    minLength: 1,
    maxLength: CASCADE_STEPS_MAX,
  });
  fc.assert(
    fc.property(steps, (list) => {
      const given = list as Step[];
      const nested = given.reduceRight<Step | undefined>(
        (inner, step) => ({ ...step, ...(inner && { cascade: inner }) }),
        undefined,
      );
      const names = (first: Step) => {
        const found = normalizeCascade(first);
        return 'problem' in found
          ? found
          : found.steps.map(({ step, condition }) => [step.channelType, step.senderName, condition]);
      };
      expect(names({ ...sms, ...(nested && { cascade: nested }) })).toEqual(names({ ...sms, cascade: given }));
    }),
  );
});
