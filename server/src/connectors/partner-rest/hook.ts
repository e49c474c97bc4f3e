// Reports of aggregators. They sign nothing, so the address of reports ends with a token that only the aggregator and
// this service know. It follows from the password or key of the link: it is stored nowhere and changes with it.
import { createHmac } from 'node:crypto';
import { isSameSignature } from '../../platform/http/body-signature.ts';
import type { Hook } from '../hook.ts';
import { textOf } from '../json-members.ts';
import type { PartnerLink } from './form.ts';
import { formOf } from './forms.ts';

const PURPOSE = 'volley partner reports';

export const partnerHook: Hook = {
  hasToken: true,
  accepts: ({ protocol }) => protocol === 'PARTNER_REST',
  isSigned: ({ token = '' }, { secret }) => isSameSignature(token, reportToken(secret)),
  sourcesOf: ({ settings }) => textOf(settings['reportSources']).split(',').filter(Boolean),
  read: (body, link) => ({ statuses: formOf(link.settings).readReports(body, link), messages: [] }),
};

/** Undefined: no address of this service is known. */
export function reportUrlOf({ hooksUrl, secret }: Pick<PartnerLink, 'hooksUrl' | 'secret'>): string | undefined {
  return hooksUrl === undefined ? undefined : `${hooksUrl}/partner/${reportToken(secret)}`;
}

const reportToken = (secret: string): string => createHmac('sha256', secret).update(PURPOSE).digest('base64url');
