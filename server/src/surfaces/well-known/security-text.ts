// The text of security.txt, as RFC 9116 has it.
import type { Config } from '../../config.ts';

type Settings = Pick<Config, 'securityContact' | 'securityPolicy' | 'publicUrl'>;

/** The RFC asks for less than a year. */
const EXPIRES_DAYS = 90;
const DAY_MS = 86_400_000;
const POLICY_PAGE = 'docs/operating/security';

/** The text changes once a day, so that its version does. `now`: real time, which a sandbox cannot move. */
export function securityText({ securityContact, securityPolicy, publicUrl }: Settings, now: Date): string {
  const expires = new Date((Math.floor(now.getTime() / DAY_MS) + EXPIRES_DAYS) * DAY_MS);
  // The RFC takes no http addresses.
  const host = publicUrl.startsWith('https:') ? publicUrl.replace(/\/?$/, '/') : '';
  const policy = securityPolicy === '' && host !== '' ? `${host}${POLICY_PAGE}` : securityPolicy;
  const lines = [
    ...securityContact.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString().replace('.000Z', 'Z')}`,
    ...(policy === '' ? [] : [`Policy: ${policy}`]),
    ...(host === '' ? [] : [`Canonical: ${host}.well-known/security.txt`]),
    'Preferred-Languages: en, ru',
  ];
  return `${lines.join('\n')}\n`;
}
