import type { PartnerRight } from '@volley/domain/people/partner-role.ts';
import type { TextId } from '../texts/text-id.ts';

export type NavigationItem = { readonly to: string; readonly text: TextId; readonly right: PartnerRight };
export type NavigationGroup = { readonly text: TextId | undefined; readonly items: readonly NavigationItem[] };

/** Pages of the partner console and the right each needs. */
export const PARTNER_NAVIGATION: readonly NavigationGroup[] = [
  {
    text: undefined,
    items: [
      { to: '/', text: 'shell.nav.overview', right: 'overview.read' },
      { to: '/dispatches', text: 'shell.nav.dispatches', right: 'dispatches.read' },
      { to: '/messages', text: 'shell.nav.messages', right: 'messages.read' },
      { to: '/companies', text: 'shell.nav.companies', right: 'companies.read' },
      { to: '/senders', text: 'shell.nav.senders', right: 'senders.read' },
      { to: '/blacklist', text: 'shell.nav.blacklist', right: 'blacklist.read' },
      { to: '/billing', text: 'shell.nav.billing', right: 'money.read' },
      { to: '/tools/numbers', text: 'shell.nav.tools', right: 'tools.use' },
    ],
  },
  {
    text: 'shell.nav.verification',
    items: [
      { to: '/verification/profiles', text: 'shell.nav.verificationProfiles', right: 'verification' },
      { to: '/verification/widgets', text: 'shell.nav.verificationWidgets', right: 'verification' },
      { to: '/verification/conversion', text: 'shell.nav.verificationConversion', right: 'verification' },
      { to: '/verification/errors', text: 'shell.nav.verificationErrors', right: 'verification' },
    ],
  },
  {
    text: 'shell.nav.develop',
    items: [
      { to: '/developers/keys', text: 'shell.nav.keys', right: 'keys.read' },
      { to: '/developers/callbacks', text: 'shell.nav.callbacks', right: 'callbacks.read' },
      { to: '/developers/requests', text: 'shell.nav.requests', right: 'requests.read' },
      { to: '/developers/inbound', text: 'shell.nav.inbound', right: 'inbound.read' },
      { to: '/developers/centers', text: 'shell.nav.centers', right: 'companies.read' },
      { to: '/errors', text: 'shell.nav.errors', right: 'overview.read' },
    ],
  },
  {
    text: 'shell.nav.account',
    items: [
      { to: '/team', text: 'shell.nav.team', right: 'team.read' },
      { to: '/audit', text: 'shell.nav.audit', right: 'audit.read' },
      { to: '/settings', text: 'shell.nav.settings', right: 'overview.read' },
    ],
  },
];
