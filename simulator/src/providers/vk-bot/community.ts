// A community of VK. Its id and its confirmation string follow from its token.
import { createHash } from 'node:crypto';

export type Community = { groupId: number; confirmation: string };

const tokenForm = /^[\w.-]{20,400}$/;

/** Undefined: no token has this form. */
export function communityOf(token: string): Community | undefined {
  if (!tokenForm.test(token)) return undefined;
  const digest = createHash('sha256').update(token).digest();
  // The id stays a small whole number, as the ids of VK are.
  return { groupId: (digest.readUInt32BE() & 0x0f_ff_ff_ff) + 1, confirmation: digest.toString('hex', 4, 8) };
}
