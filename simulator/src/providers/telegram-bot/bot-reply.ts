/** An answer of the Bot API. `losesAnswer`: the call had its effect, and its answer is lost. */
export type BotReply =
  | { ok: true; result: unknown; losesAnswer?: true }
  | { ok: false; error_code: number; description: string; parameters?: object };

export const refused = (error_code: number, description: string, parameters?: object): BotReply => ({
  ok: false,
  error_code,
  description,
  ...(parameters !== undefined && { parameters }),
});
