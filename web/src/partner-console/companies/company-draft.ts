// The form of a new company and its validation before the request.
import { type CounteragentType, innFault } from '@volley/domain/people/inn.ts';
import type { Budget } from './budget-field.tsx';

export type CompanyDraft = {
  readonly counteragentType: CounteragentType;
  readonly name: string;
  readonly inn: string;
  readonly kpp: string;
  readonly address: string;
  readonly budget: Budget;
};

export const EMPTY_DRAFT: CompanyDraft = {
  counteragentType: 'LEGAL',
  name: '',
  inn: '',
  kpp: '',
  address: '',
  budget: null,
};

export const isKpp = (kpp: string) => kpp === '' || /^\d{4}[0-9A-Z]{2}\d{3}$/.test(kpp);

/** The request body; undefined while a field is missing or invalid. */
export function companyBody({ counteragentType, name, inn, kpp, address, budget }: CompanyDraft) {
  const isLegal = counteragentType === 'LEGAL';
  const isFine = name.trim() !== '' && innFault(inn, counteragentType) === undefined && (!isLegal || isKpp(kpp));
  if (!isFine || budget === undefined) return undefined;
  return {
    company: {
      name: name.trim(),
      counteragentType,
      counteragentInn: inn,
      ...(address.trim() !== '' && { counteragentAddress: address.trim() }),
      ...(isLegal && kpp !== '' && { counteragentKpp: kpp }),
    },
    budget,
  };
}
