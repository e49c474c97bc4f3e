/** The known name that differs in capitals and separators only, or by one mistake of typing. */
export function similarName(name: string, known: readonly string[]): string | undefined {
  const bare = plain(name);
  return known.find((one) => plain(one) === bare) ?? known.find((one) => isOneOff(plain(one), bare));
}

const plain = (name: string): string => name.replaceAll(/[_-]/g, '').toLowerCase();

/** One letter added, missing or replaced, or two neighbors exchanged. */
function isOneOff(one: string, two: string): boolean {
  if (Math.min(one.length, two.length) < 3 || Math.abs(one.length - two.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === two[start]) start += 1;
  let end = 0;
  while (end < Math.min(one.length, two.length) - start && one.at(-1 - end) === two.at(-1 - end)) end += 1;
  const [left, right] = [one.slice(start, one.length - end), two.slice(start, two.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
