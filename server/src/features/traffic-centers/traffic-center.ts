export type TrafficCenter = {
  readonly id: number;
  readonly companyId: number;
  readonly name: string;
  readonly isDefault: boolean;
  readonly createdAt: Date;
};
