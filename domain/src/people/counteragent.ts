// Legal identity of a company: INN (taxpayer number) and KPP (registration reason code) by the type of counterparty.
import type { Fault } from '../refusals/fault.ts';
import { type CounteragentType, INN_DIGITS } from './inn.ts';

type Counteragent = {
  readonly counteragentType?: CounteragentType | undefined;
  readonly counteragentInn?: string | undefined;
  readonly counteragentKpp?: string | undefined;
};

/** `prefix`: path of the object that holds the members. Absent members are not checked. */
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
    faults.push({
      field: `${prefix}counteragentKpp`,
      reason: 'must be absent unless counteragentType is LEGAL',
      code: 'invalid',
    });
  return faults;
}
