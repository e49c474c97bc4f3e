// Operator brands of sender names and prices. The ids are part of the partner API.

export const BRANDS = ['MTS', 'BEELINE', 'MEGAFON', 'TELE2'] as const;

export type Brand = (typeof BRANDS)[number];

export const BRAND_IDS = { unknown: 0, MTS: 1, BEELINE: 2, MEGAFON: 3, TELE2: 4 } as const satisfies Record<
  Brand | 'unknown',
  number
>;

export function brandIdOf(brand: Brand | undefined): number {
  return BRAND_IDS[brand ?? 'unknown'];
}

export function brandOfId(id: number): Brand | undefined {
  return BRANDS[id - 1];
}
