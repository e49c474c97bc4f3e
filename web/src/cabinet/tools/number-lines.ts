// Numbers as people paste them: one a line, from a column of a spreadsheet, or with commas between.

export type NumberLine = { readonly line: number; readonly msisdn: string; readonly comment: string | undefined };

/** One number a line; what follows a semicolon, a tab or a comma is a comment. Empty lines are passed over. */
export function commentedLines(text: string): NumberLine[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line, at): NumberLine => {
      const found = /^([^;,\t]*)[;,\t]?(.*)$/s.exec(line);
      const comment = unquoted(found?.[2] ?? '');
      return { line: at + 1, msisdn: unquoted(found?.[1] ?? ''), comment: comment === '' ? undefined : comment };
    })
    .filter(({ msisdn }) => msisdn !== '');
}

function unquoted(cell: string): string {
  return cell
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('""', '"')
    .trim();
}

/** Every number of a text, whatever stands between them. */
export function allNumbers(text: string): string[] {
  return text
    .split(/[\r\n,;\t]+/)
    .map(unquoted)
    .filter((one) => one !== '');
}
