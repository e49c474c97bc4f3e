// Names of the roles. `clock` is the former name of `sweeper`; command lines and readiness probes may still use it.
const ALIASES: ReadonlyMap<string, string> = new Map([['clock', 'sweeper']]);

export const roleOf = (name: string): string => ALIASES.get(name) ?? name;

/** The roles of a process under all their names. */
export const withAliases = (roles: readonly string[]): string[] => [
  ...roles,
  ...[...ALIASES].flatMap(([alias, role]) => (roles.includes(role) ? [alias] : [])),
];
