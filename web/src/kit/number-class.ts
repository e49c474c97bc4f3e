// Names of number classes.
import type { NumberClass } from '@volley/domain/numbers/number-type.ts';
import type { TextId } from '../texts/text-id.ts';
import type { Text } from './text.tsx';

const CLASSES: Readonly<Record<NumberClass, TextId>> = {
  mobile: 'kit.number.mobile',
  landline: 'kit.number.landline',
  'toll-free': 'kit.number.toll-free',
  service: 'kit.number.service',
  foreign: 'kit.number.foreign',
  unknown: 'kit.number.unknown',
};

export const numberClassName = (t: Text, shown: NumberClass): string => t(CLASSES[shown]);
