// Both languages have all texts with the same values, and Russian has all its plural forms.
import { readdirSync, readFileSync } from 'node:fs';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { describe, expect, test } from 'vitest';

type Texts = Readonly<Record<string, string>>;

const folder = new URL('./', import.meta.url);
const areas = readdirSync(new URL('en/', folder)).map((file) => file.replace('.json', ''));

function textsOf(language: 'en' | 'ru', area: string): Texts {
  const texts: unknown = JSON.parse(readFileSync(new URL(`${language}/${area}.json`, folder), 'utf8'));
  return texts as Texts; // checked by the first test
}

/** Names of values and of plural forms, sorted. */
function placesIn(message: unknown): { values: string[]; plurals: string[][] } {
  const values = new Set<string>();
  const plurals: string[][] = [];
  const walk = (part: unknown): void => {
    if (!Array.isArray(part)) return;
    for (const piece of part as unknown[]) {
      if (!Array.isArray(piece)) continue;
      const [name, kind, forms] = piece as [string, string | undefined, Record<string, unknown> | undefined];
      values.add(String(name));
      if (kind === 'plural' && forms !== undefined) plurals.push(Object.keys(forms));
      if (forms !== undefined && typeof forms === 'object') for (const form of Object.values(forms)) walk(form);
    }
  };
  walk(message);
  return { values: [...values].toSorted(), plurals };
}

describe.each(areas)('texts of %s', (area) => {
  const [en, ru] = [textsOf('en', area), textsOf('ru', area)];

  test.each(['en', 'ru'])('have each id once in %s', (language) => {
    const text = readFileSync(new URL(`${language}/${area}.json`, folder), 'utf8');
    const ids = [...text.matchAll(/^ {2}"([^"]+)": /gm)].map(([, id]) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(ids).toHaveLength(Object.keys(language === 'en' ? en : ru).length);
  });

  test('are named after their area, and none is empty', () => {
    for (const [id, message] of [...Object.entries(en), ...Object.entries(ru)])
      expect([id, id.startsWith(`${area}.`), typeof message === 'string' && message.trim() !== '']).toEqual([
        id,
        true,
        true,
      ]);
  });

  test('exist in both languages', () => {
    expect(Object.keys(ru).toSorted()).toEqual(Object.keys(en).toSorted());
  });

  test('take the same values in both languages', () => {
    const places = (texts: Texts) =>
      Object.fromEntries(Object.entries(texts).map(([id, message]) => [id, placesIn(compileMessage(message)).values]));
    expect(places(ru)).toEqual(places(en));
  });

  test('have every plural form of Russian', () => {
    const lacking = Object.entries(ru).filter(([, message]) =>
      placesIn(compileMessage(message)).plurals.some(
        (forms) => !['one', 'few', 'many', 'other'].every((form) => forms.includes(form)),
      ),
    );
    expect(lacking.map(([id]) => id)).toEqual([]);
  });

  test('are not left in the other language', () => {
    const letters = (message: string) => message.replace(/\{[^}]*\}|<[^>]*>/g, '');
    const russianInEnglish = Object.entries(en).filter(([, message]) => /[а-яё]/i.test(letters(message)));
    expect(russianInEnglish.map(([id]) => id)).toEqual([]);
  });
});

describe('every text', () => {
  test('is used by its id or by a prefix of it', () => {
    const sources = sourcesUnder(new URL('../', folder)).join('\n');
    const unused = areas
      .flatMap((area) => Object.keys(textsOf('en', area)))
      .filter((id) => !sources.includes(`'${id}'`) && !builtFrom(sources, id));
    expect(unused).toEqual([]);
  });
});

/** `t(\`dispatches.status.${status}\`)` uses every text with this prefix. */
function builtFrom(sources: string, id: string): boolean {
  const steps = id.split('.');
  return steps.some((_, at) => at > 0 && sources.includes(`\`${steps.slice(0, at).join('.')}.\${`));
}

function sourcesUnder(place: URL): string[] {
  return readdirSync(place, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return sourcesUnder(new URL(`${entry.name}/`, place));
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.test.ts')
      ? [readFileSync(new URL(entry.name, place), 'utf8')]
      : [];
  });
}
