import type { Brand } from '@volley/domain/numbers/brand.ts';

export type FeeVersion = {
  readonly priceListId: number;
  readonly brand: Brand;
  readonly version: number;
  readonly effectiveFrom: Date;
  readonly valueMicros: bigint;
  readonly currency: string;
};
