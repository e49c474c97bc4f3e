// The templates of a messenger as people see them: every template that the messenger lists, and every one that a
// registered template names, with the registered templates tied to it.
import {
  isUnusable,
  MISSING,
  type ProviderTemplate,
  providerTemplateOf,
  type RegisteredTemplate,
} from './provider-template.ts';
import { type ListedTemplate, type TemplateState, templateStateOf } from './template-registry.ts';

/** A registered template with its last known state at the messenger; null: not known. */
export type NamingTemplate = RegisteredTemplate & { readonly state: TemplateState | null };

export type RegistryRow<Naming extends NamingTemplate> = ProviderTemplate & {
  readonly category: string | null;
  readonly status: string | null;
  readonly reason: string | null;
  /** `problem`: for people; null: the messenger takes messages of the template, or nothing is known. */
  readonly tied: readonly { readonly template: Naming; readonly problem: string | null }[];
};

/**
 * By name and language. `listed` undefined: the list is not known, so the last states of registered templates count.
 */
export function registryRows<Naming extends NamingTemplate>(
  listed: readonly ListedTemplate[] | undefined,
  naming: readonly Naming[],
): RegistryRow<Naming>[] {
  const groups = new Map<string, { readonly named: ProviderTemplate; readonly members: Naming[] }>();
  for (const template of naming) {
    const named = providerTemplateOf(template);
    if (named === undefined) continue;
    const group = groups.get(keyOf(named)) ?? { named, members: [] };
    group.members.push(template);
    groups.set(keyOf(named), group);
  }
  const known = new Set(listed?.map(keyOf));
  const others = [...groups.values()].filter(({ named }) => !known.has(keyOf(named)));
  return [
    ...(listed ?? []).map((one) => listedRow(one, groups.get(keyOf(one))?.members ?? [])),
    ...others.map(({ named, members }) => unlistedRow(named, members, listed)),
  ].toSorted(byName);
}

function listedRow<Naming extends NamingTemplate>(
  one: ListedTemplate,
  members: readonly Naming[],
): RegistryRow<Naming> {
  const { name, language, category, status, reason } = one;
  const tied = members.map((template) => ({ template, problem: templateStateOf(template, [one])?.problem ?? null }));
  return { name, language, category: orNull(category), status, reason: orNull(reason), tied };
}

/** `listed` undefined: the messenger may have the template. */
function unlistedRow<Naming extends NamingTemplate>(
  named: ProviderTemplate,
  members: readonly Naming[],
  listed: readonly ListedTemplate[] | undefined,
): RegistryRow<Naming> {
  const stateOf = (one: Naming) => (listed === undefined ? one.state : templateStateOf(one, listed));
  const tied = members.map((template) => ({ template, problem: stateOf(template)?.problem ?? null }));
  const last = members.find(({ state }) => state !== null)?.state?.status ?? null;
  return { ...named, category: null, status: listed === undefined ? last : MISSING, reason: null, tied };
}

/** Registered templates whose messages fail before the messenger is asked. */
export const refusedCount = (rows: readonly RegistryRow<NamingTemplate>[]): number =>
  rows.filter(({ status }) => isUnusable(status ?? '')).reduce((sum, { tied }) => sum + tied.length, 0);

const orNull = (text: string): string | null => (text === '' ? null : text);

const keyOf = ({ name, language }: ProviderTemplate): string => `${name} ${language}`;

function byName(one: ProviderTemplate, other: ProviderTemplate): number {
  const [a, b] = [keyOf(one), keyOf(other)];
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
