// Forms of settings: how the text of an environment variable becomes a value. Undefined: the text does not parse.
import { isIP } from 'node:net';
import { databaseAddresses } from './platform/database/database-hosts.ts';

export type Setting<T> = {
  readonly env: string;
  readonly fallback: T;
  readonly parse: (text: string) => T | undefined;
  readonly note: string;
};

export const text = (env: string, fallback: string, note: string): Setting<string> => ({
  env,
  fallback,
  note,
  parse: (value) => value,
});

/** The word `none` means no text: an empty value means the fallback. */
export const unlessNone = (env: string, fallback: string, note: string): Setting<string> => ({
  ...text(env, fallback, note),
  parse: (value) => (value === 'none' ? '' : value),
});

/** The hosts of a list must be well-formed; the driver checks the rest. */
export const databaseUrl = (env: string, fallback: string, note: string): Setting<string> => ({
  env,
  fallback,
  note,
  parse: (value) => (databaseAddresses(value) === undefined ? undefined : value),
});

/** A base address that paths are appended to. */
export const address = (env: string, note: string): Setting<string> => ({
  env,
  fallback: '',
  note,
  parse: (value) => (/^https?:\/\/[^\s/?#@]+(\/[\w-]+)*\/?$/.test(value) && URL.canParse(value) ? value : undefined),
});

/** A mail server, with or without a login. */
export const smtpUrl = (env: string, note: string): Setting<string> => ({
  env,
  fallback: '',
  note,
  parse: (value) => (/^smtps?:\/\/\S+$/.test(value) && URL.canParse(value) ? value : undefined),
});

/** An address of a web page. */
export const page = (env: string, note: string): Setting<string> => ({
  env,
  fallback: '',
  note,
  parse: (value) => (isPage(value) ? value : undefined),
});

/** Addresses of people: mail, telephone, web page. */
export const contacts = (env: string, note: string): Setting<readonly string[]> => {
  const items = list(env, note);
  return {
    ...items,
    parse: (value) => {
      const found = items.parse(value);
      return found?.every((item) => /^(?:mailto:[^\s@]+@[^\s@]+|tel:\+[\d-]+)$/.test(item) || isPage(item)) === true
        ? found
        : undefined;
    },
  };
};

const isPage = (value: string): boolean => /^https:\/\/\S+$/.test(value) && URL.canParse(value);

export const integer = (env: string, fallback: number, min: number, note: string): Setting<number> => ({
  env,
  fallback,
  note,
  parse: (value) => (/^\d{1,12}$/.test(value) && Number(value) >= min ? Number(value) : undefined),
});

export const choice = <const T extends string>(
  env: string,
  fallback: NoInfer<T>,
  allowed: readonly T[],
  note: string,
): Setting<T> => ({
  env,
  fallback,
  note: `${note} (${allowed.join(' | ')})`,
  parse: (value) => allowed.find((option) => option === value),
});

/** Words of a switch. */
const TOGGLES: ReadonlyMap<string, boolean> = new Map([
  ['on', true],
  ['true', true],
  ['off', false],
  ['false', false],
]);

/** The note names the fallback first. */
export const toggle = (env: string, fallback: boolean, note: string): Setting<boolean> => ({
  env,
  fallback,
  note: `${note} (${fallback ? 'on | off' : 'off | on'})`,
  parse: (value) => TOGGLES.get(value),
});

export const list = (env: string, note: string): Setting<readonly string[]> => ({
  env,
  fallback: [],
  note,
  parse: (value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
});

/** Countries by their ISO 3166 code, or a star for all. */
export const countries = (env: string, fallback: readonly string[], note: string): Setting<readonly string[]> => ({
  env,
  fallback,
  note,
  parse: (value) => {
    const items = value.split(',').map((item) => item.trim());
    return items.every((item) => /^([A-Z]{2}|\*)$/.test(item)) ? items : undefined;
  },
});

/** Addresses and ranges in CIDR notation; a malformed item makes the setting invalid. */
export const ranges = (env: string, note: string): Setting<readonly string[]> => {
  const addresses = list(env, note);
  return {
    ...addresses,
    parse: (value) => {
      const items = addresses.parse(value);
      return items?.every(isRange) === true ? items : undefined;
    },
  };
};

function isRange(item: string): boolean {
  const [address = '', bits, ...rest] = item.split('/');
  const bitsMax = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (bits === undefined) return bitsMax > 0;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax;
}
