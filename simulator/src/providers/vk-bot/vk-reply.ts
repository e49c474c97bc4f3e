export type Parameters = Readonly<Record<string, unknown>>;

/**
 * An answer of the VK API, errors with HTTP 200 included. `losesAnswer`: the call had its effect, its answer is lost.
 */
export type VkReply =
  | { response: unknown; losesAnswer?: true }
  | { error: { error_code: number; error_msg: string; request_params: { key: string; value: string }[] } };

/** VK repeats the parameters of the call, without the token. */
export function refused(code: number, message: string, parameters: Parameters = {}): VkReply {
  const shown = Object.entries(parameters).filter(([key]) => key !== 'access_token');
  const request_params = shown.map(([key, value]) => ({ key, value: String(value) }));
  return { error: { error_code: code, error_msg: message, request_params } };
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
