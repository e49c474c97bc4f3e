// Packages that a workspace needs at run time, resolved like npm: from the folder of the dependent upwards.

type LockedPackage = {
  readonly version?: string;
  /** A workspace: its folder. */
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};

export type Lock = { readonly packages: Readonly<Record<string, LockedPackage>> };

type Closure = {
  readonly packages: string[];
  /** Packages skipped on platforms they do not fit. */
  readonly optional: string[];
};

export function productionPackages({ packages }: Lock, workspace: string): Closure {
  const found = new Map<string, { readonly title: string; isOptional: boolean }>();
  const seen = new Map<string, boolean>();
  const visit = (place: string, isOptional: boolean): void => {
    const known = seen.get(place);
    // A package that is required once never becomes optional again.
    if (known === false || known === isOptional) return;
    seen.set(place, isOptional);
    const entry = packages[place];
    if (entry === undefined) throw new Error(`${place} is not in package-lock.json`);
    if (entry.link === true) return visit(entry.resolved ?? '', isOptional);
    if (place.includes('node_modules/')) found.set(place, { title: `${nameOf(place)} ${entry.version}`, isOptional });
    for (const name of Object.keys(entry.dependencies ?? {})) visit(resolve(packages, place, name), isOptional);
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      const at = resolve(packages, place, name);
      if (packages[at] !== undefined) visit(at, true);
    }
  };
  visit(workspace, false);
  const all = [...found.values()];
  const titles = (list: typeof all) => [...new Set(list.map(({ title }) => title))].toSorted();
  return { packages: titles(all), optional: titles(all.filter(({ isOptional }) => isOptional)) };
}

const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

function resolve(packages: Lock['packages'], from: string, name: string): string {
  let folder = from;
  for (;;) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[place] !== undefined || folder === '') return place;
    const up = folder.lastIndexOf('/node_modules/');
    folder = up < 0 ? '' : folder.slice(0, up);
  }
}

/** Surplus and missing packages as text; `mayMiss` may be absent. */
export function difference(wanted: readonly string[], there: readonly string[], mayMiss: readonly string[] = []) {
  const unexpected = there.filter((each) => !wanted.includes(each));
  const missing = wanted.filter((each) => !there.includes(each) && !mayMiss.includes(each));
  return [...unexpected.map((each) => `unexpected: ${each}`), ...missing.map((each) => `missing: ${each}`)];
}
