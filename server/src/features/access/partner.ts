export type Partner = {
  readonly partnerId: number;
  readonly login: string;
  readonly currency: string;
  readonly status: 'ACTIVE' | 'DISABLED';
  readonly companies: number;
  readonly createdAt: Date;
};
