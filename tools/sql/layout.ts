// How SQL stands in the source: in `.sql.ts` files of features, in lines that can be reviewed, with the columns of bulk
// statements named once (`bulkColumns`), and with the numbers of statuses taken from the domain.
import type { SourceFile } from '../rules/source-files.ts';

export const COLUMNS_MAX = 110;

/** Several arrays that are matched with their columns by position. */
const POSITIONAL = /unnest\(\s*\$\d+(?:::[\w ]+\[\])?\s*,/;
const QUERY = /\b(?:tx|pool|session|client)\.(?:query|planned|copy)(?:<[^()]*>)?\(/;

/** The lines inside template literals that hold SQL, with their numbers. */
export function sqlLines(text: string): { readonly line: number; readonly text: string }[] {
  return [...text.matchAll(/`(?:[^`\\]|\\.)*`/g)]
    .filter(([literal]) => /\b(?:select|insert into|update|delete from|with)\b/.test(literal))
    .flatMap((found) => {
      const first = text.slice(0, found.index).split('\n').length;
      const whole = text.split('\n');
      return found[0].split('\n').map((_, at) => ({ line: first + at, text: whole[first + at - 1] ?? '' }));
    });
}

export function layoutFaults({ path, text }: SourceFile): string[] {
  const faults: string[] = [];
  if (!path.endsWith('.sql.ts')) {
    if (QUERY.test(text)) faults.push(`${path} runs SQL outside a .sql.ts file`);
    return faults;
  }
  for (const { line, text: written } of sqlLines(text)) {
    if (written.length > COLUMNS_MAX) faults.push(`${path}:${line} has ${written.length} columns`);
    if (POSITIONAL.test(written)) faults.push(`${path}:${line} matches arrays with columns by position`);
  }
  return faults;
}
