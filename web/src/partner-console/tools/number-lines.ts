// Parses pasted numbers: one per line, a spreadsheet column, or separated by commas.

export type NumberLine = { readonly line: number; readonly msisdn: string; readonly comment: string | undefined };

/** A number per line; text after a semicolon, tab or comma is a comment. Empty lines are skipped. */
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

/** All numbers of a text, with any separators. */
export function allNumbers(text: string): string[] {
  return text
    .split(/[\r\n,;\t]+/)
    .map(unquoted)
    .filter((one) => one !== '');
}
