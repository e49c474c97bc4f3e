// Array literals of PostgreSQL. The driver's conversion escapes every element and writes times in the local zone: for
// the engine's arrays of a thousand elements it costs more than the statement.
type Plain = string | number | bigint | boolean | null;

/** Values must need no quotes: numbers, booleans, UUIDs, digits. */
export function arrayLiteral(values: readonly Plain[]): string {
  let list = '';
  for (const value of values) list += `${value ?? 'NULL'},`;
  return `{${list.slice(0, -1)}}`;
}

export function textArrayLiteral(values: readonly (string | null)[]): string {
  let list = '';
  for (const value of values) list += `${value === null ? 'NULL' : quoted(value)},`;
  return `{${list.slice(0, -1)}}`;
}

/** Caches the texts: a thousand elements have few distinct times. */
export function timeArrayLiteral(times: readonly (Date | null)[]): string {
  const texts = new Map<number, string>();
  let list = '';
  for (const time of times) {
    const ms = time?.getTime() ?? 0;
    let text = time === null ? 'NULL' : texts.get(ms);
    if (text === undefined) {
      text = `"${new Date(ms).toISOString()}"`;
      texts.set(ms, text);
    }
    list += `${text},`;
  }
  return `{${list.slice(0, -1)}}`;
}

const quoted = (text: string): string =>
  /["\\]/.test(text) ? `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"` : `"${text}"`;
