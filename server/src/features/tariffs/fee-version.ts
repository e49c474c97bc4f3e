import type { Brand } from '@volley/domain/brand.ts';

export type FeeVersion = {
  readonly priceListId: number;
  readonly brand: Brand;
  readonly version: number;
  readonly effectiveFrom: Date;
  readonly valueMicros: bigint;
  readonly currency: string;
};
