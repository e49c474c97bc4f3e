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
    ['an empty list is no cascade', { ...sms, cascade: [], cascadeCondition: 'not_delivered' }, []],
    ['not delivered is meant by default', { ...sms, cascade: [sms] }, ['not_delivered']],
    [
      'each step says when the next one follows',
      { ...viber, cascadeCondition: 'not_read', cascade: [viber, sms] },
      ['not_read', 'not_delivered'],
    ],
    [
      'nested',
      { ...sms, cascade: { ...viber, cascadeCondition: 'not_read', cascade: sms } },
      ['not_delivered', 'not_read'],
    ],
    [
      'not read needs read receipts',
      { ...sms, cascadeCondition: 'not_read', cascade: [viber] },
      'cascadeCondition not_read is not known on SMS',
    ],
    [
      'on a later step too',
      { ...viber, cascade: [{ ...sms, cascadeCondition: 'not_read' }, viber] },
      'cascade[0].cascadeCondition not_read is not known on SMS',
    ],
    [
      'the last step has none',
      { ...sms, cascade: [sms, { ...viber, cascadeCondition: 'not_read' }] },
      'cascade[1].cascadeCondition is not for the last step',
    ],
    [
      'nor when nested',
      { ...sms, cascade: { ...sms, cascade: { ...viber, cascadeCondition: 'not_delivered' } } },
      'cascade.cascade.cascadeCondition is not for the last step',
    ],
    [
      'a list is not nested',
      { ...sms, cascade: [{ ...sms, cascade: sms }] },
      'cascade[0].cascade is not for steps of a list',
    ],
    [
      'nor the other way round',
      { ...sms, cascade: { ...sms, cascade: [sms] } },
      'cascade.cascade must be an object inside an object',
    ],
    ['at most four follow', { ...sms, cascade: [sms, sms, sms, sms, sms] }, 'cascade has more than 4 steps'],
    [
      'also nested',
      { ...sms, cascade: { ...sms, cascade: { ...sms, cascade: { ...sms, cascade: { ...sms, cascade: sms } } } } },
      'cascade has more than 4 steps',
    ],
  ])('%s', (_, first, expected) => {
    expect(conditions(first)).toEqual(expected);
  });
});

test('the nested form means the same as the list', () => {
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
