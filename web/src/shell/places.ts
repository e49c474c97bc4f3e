// The pages somebody may open, with the keys that lead there.
import type { PartnerRight } from '@volley/domain/partner-role.ts';
import type { Session } from '../api/session.ts';
import { backOfficeNavigation } from '../back-office/navigation.ts';
import type { TextId } from '../texts/text-id.ts';
import { CABINET_NAVIGATION } from './navigation.ts';
import type { Shortcut } from './shortcuts.ts';

export type Place = { readonly to: string; readonly text: TextId };
export type PlaceGroup = { readonly text: TextId | undefined; readonly items: readonly Place[] };

export function cabinetGroups(rights: readonly PartnerRight[]): PlaceGroup[] {
  return CABINET_NAVIGATION.map(({ text, items }) => ({
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

/** `does` of a way to a page is its address. */
export function shortcutsTo(groups: readonly PlaceGroup[]): PlaceShortcut[] {
  return groups
    .flatMap(({ items }) => items)
    .flatMap(({ to, text }) => {
      const letter = LETTERS[to];
      return letter === undefined ? [] : [{ keys: `g ${letter}`, does: to, text }];
    });
}
