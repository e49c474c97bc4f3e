import type { Capability } from '@volley/domain/people/staff-role.ts';
import type { TextId } from '../texts/text-id.ts';

export type StaffPlace = { readonly to: string; readonly textId: TextId; readonly capability: Capability | undefined };

/** Pages of the back office and the capability each needs; the home page needs none. */
export const backOfficeNavigation: readonly StaffPlace[] = [
  { to: '/bo', textId: 'backOffice.nav.home', capability: undefined },
  { to: '/bo/senders', textId: 'backOffice.nav.senders', capability: 'senders.read' },
  { to: '/bo/templates', textId: 'backOffice.nav.templates', capability: 'senders.read' },
  { to: '/bo/companies', textId: 'backOffice.nav.companies', capability: 'companies.read' },
  { to: '/bo/destinations', textId: 'backOffice.nav.destinations', capability: 'companies.read' },
  { to: '/bo/tariffs', textId: 'backOffice.nav.tariffs', capability: 'prices.read' },
  { to: '/bo/wallets', textId: 'backOffice.nav.wallets', capability: 'wallets.read' },
  { to: '/bo/margin', textId: 'backOffice.nav.margin', capability: 'margin.read' },
  { to: '/bo/verification', textId: 'backOffice.nav.verification', capability: 'keys.read' },
  { to: '/bo/ops', textId: 'backOffice.nav.ops', capability: 'links.read' },
  { to: '/bo/alerts', textId: 'backOffice.nav.alerts', capability: 'alerts.read' },
  { to: '/bo/messages', textId: 'backOffice.nav.messages', capability: 'messages.explain' },
  { to: '/bo/switches', textId: 'backOffice.nav.switches', capability: 'switches.read' },
  { to: '/bo/blocks', textId: 'backOffice.nav.blocks', capability: 'blocks.read' },
  { to: '/bo/staff', textId: 'backOffice.nav.staff', capability: 'staff.read' },
  { to: '/bo/audit', textId: 'backOffice.nav.audit', capability: 'actions.read' },
];
