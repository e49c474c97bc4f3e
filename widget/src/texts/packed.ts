// The Russian texts as the script carries them: one ASCII character per letter, because Cyrillic takes two bytes and
// compresses badly. `tools/build-widget.ts` packs them.

/**
 * Stand for the letters from а to я. A frequent letter is a character that is frequent in the rest of the script, which
 * makes it short once compressed.
 */
const LETTERS = ')xvSwak&is;lgred=(cuTWmpACYDhEGf';
const FIRST = 0x430;

/** A mark such as `{to}` stays. `!` stands before a capital. */
export function unpack<Texts extends object>(packed: string, names: Texts): Texts {
  const texts = packed
    .replace(/\{\w+\}|!?[a-zA-Z()=;&]/g, (found) => {
      if (found[2]) return found;
      const letter = String.fromCharCode(LETTERS.indexOf(found.slice(-1)) + FIRST);
      return found[1] ? letter.toUpperCase() : letter;
    })
    .split('|');
  return Object.fromEntries(Object.keys(names).map((name, at) => [name, texts[at]])) as Texts; // one text per name
}

export function pack(texts: object): string {
  const letter = (found: string): string => {
    if (found[1]) return found;
    const small = found.toLowerCase();
    return (found === small ? '' : '!') + LETTERS.charAt(small.charCodeAt(0) - FIRST);
  };
  return Object.values(texts)
    .join('|')
    .replace(/\{\w+\}|[А-Яа-я]/g, letter);
}
