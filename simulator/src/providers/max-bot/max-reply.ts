export type MaxReply = { status: number; body: unknown; losesAnswer?: true };

export const refused = (status: number, code: string, message: string): MaxReply => ({
  status,
  body: { code, message },
});
