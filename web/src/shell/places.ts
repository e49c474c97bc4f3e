// Pages the signed-in person can open, with their shortcuts.
import type { PartnerRight } from '@volley/domain/people/partner-role.ts';
import type { Session } from '../api/session.ts';
import { backOfficeNavigation } from '../back-office/navigation.ts';
import type { TextId } from '../texts/text-id.ts';
import type { Shortcut } from './keyboard/shortcuts.ts';
import { PARTNER_NAVIGATION } from './navigation.ts';

export type Place = { readonly to: string; readonly text: TextId };
export type PlaceGroup = { readonly text: TextId | undefined; readonly items: readonly Place[] };

export function partnerGroups(rights: readonly PartnerRight[]): PlaceGroup[] {
  return PARTNER_NAVIGATION.map(({ text, items }) => ({
    text,
    items: items.filter(({ right }) => rights.includes(right)).map(({ to, text: name }) => ({ to, text: name })),
  })).filter(({ items }) => items.length > 0);
}

export function staffGroups(capabilities: Session['capabilities']): PlaceGroup[] {
  const items = backOfficeNavigation
    .filter(({ capability }) => capability === undefined || capabilities.includes(capability))
    .map(({ to, textId }) => ({ to, text: textId }));
  return items.length === 0 ? [] : [{ text: undefined, items }];
}

const LETTERS: Readonly<Record<string, string>> = {
  '/': 'o',
  '/dispatches': 'd',
  '/messages': 'm',
  '/companies': 'c',
  '/senders': 's',
  '/blacklist': 'l',
  '/billing': 'b',
  '/tools/numbers': 'n',
  '/developers/keys': 'k',
  '/developers/callbacks': 'w',
  '/developers/requests': 'r',
  '/team': 't',
  '/audit': 'a',
  '/settings': 'p',
  '/bo': 'o',
  '/bo/senders': 's',
  '/bo/templates': 't',
  '/bo/companies': 'c',
  '/bo/tariffs': 'b',
  '/bo/wallets': 'w',
  '/bo/ops': 'l',
  '/bo/messages': 'm',
  '/bo/audit': 'a',
};

export type PlaceShortcut = Shortcut & { readonly text: TextId };

/** For a page, `does` is its address. */
export function shortcutsTo(groups: readonly PlaceGroup[]): PlaceShortcut[] {
  return groups
    .flatMap(({ items }) => items)
    .flatMap(({ to, text }) => {
      const letter = LETTERS[to];
      return letter === undefined ? [] : [{ keys: `g ${letter}`, does: to, text }];
    });
}
