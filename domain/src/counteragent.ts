// Whom a company is: tax number and registration reason code by the kind of the counterparty.
import type { Fault } from './fault.ts';
import { type CounteragentType, INN_DIGITS } from './inn.ts';

type Counteragent = {
  readonly counteragentType?: CounteragentType | undefined;
  readonly counteragentInn?: string | undefined;
  readonly counteragentKpp?: string | undefined;
};

/** `prefix` is the path of the object that holds the members. What is missing is not judged. */
export function counteragentFaults(counteragent: Counteragent, prefix: string): Fault[] {
  const { counteragentType: type, counteragentInn: inn, counteragentKpp: kpp } = counteragent;
  if (type === undefined) return [];
  const digits = INN_DIGITS[type];
  const faults: Fault[] = [];
  if (inn !== undefined && !new RegExp(`^\\d{${digits}}$`).test(inn))
    faults.push({
      field: `${prefix}counteragentInn`,
      reason: `must be ${digits} digits for ${type}`,
      code: 'wrong-form',
    });
  if (kpp !== undefined && type !== 'LEGAL')
    faults.push({ field: `${prefix}counteragentKpp`, reason: 'is for LEGAL only', code: 'invalid' });
  return faults;
}
