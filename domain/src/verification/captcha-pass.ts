// A pass counts as a passed captcha for a short time: when a code does not arrive, the next one, also over another
// channel, needs no second captcha.

export const PASS_SECONDS = 600;
export const PASS_USES_MAX = 3;

/** A pass or a challenge is for one number, at one widget, from one address block. */
export type TokenHolder = { readonly widgetId: string; readonly destination: string; readonly block: string };

export type Pass = { readonly nonce: string; readonly expires: number };

/** Text to sign. */
export function passText({ nonce, expires }: Pass, { widgetId, destination, block }: TokenHolder): string {
  return `pass ${widgetId} ${destination} ${block} ${nonce} ${expires}`;
}

export const passToken = ({ nonce, expires }: Pass, signature: string) => `pass.${nonce}.${expires}.${signature}`;

const PASS = /^pass\.([\w-]{22})\.(\d{1,12})\.([\w.-]{1,100})$/;

/** Undefined: not a token of the form `pass.{nonce}.{expires}.{signature}`. */
export function parsePass(token: string): (Pass & { readonly signature: string }) | undefined {
  const [, nonce, expires, signature] = PASS.exec(token) ?? [];
  if (nonce === undefined || signature === undefined) return undefined;
  return { nonce, expires: Number(expires), signature };
}
