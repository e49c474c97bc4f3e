import { type Amount, useFormat } from './format.ts';

export function Money({ amount }: { readonly amount: Amount | null | undefined }) {
  const { money } = useFormat();
  return <span style={{ whiteSpace: 'nowrap' }}>{amount === null || amount === undefined ? '—' : money(amount)}</span>;
}

export function Num({ value }: { readonly value: number }) {
  const { number } = useFormat();
  return <span style={{ whiteSpace: 'nowrap' }}>{number(value)}</span>;
}
