// Arrays in the form in which PostgreSQL reads them. The driver's own conversion of an array escapes every element and
// writes times in the local zone: for the lists of a thousand that the engine hands over it costs more than the statement.
type Plain = string | number | bigint | boolean | null;

/** Of values that need no quotes: numbers, booleans, UUIDs, digits. */
export function arrayLiteral(values: readonly Plain[]): string {
  let list = '';
  for (const value of values) list += `${value ?? 'NULL'},`;
  return `{${list.slice(0, -1)}}`;
}

export function textArrayLiteral(values: readonly string[]): string {
  let list = '';
  for (const value of values) list += `${quoted(value)},`;
  return `{${list.slice(0, -1)}}`;
}

/** A list of a thousand has few different times. */
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
