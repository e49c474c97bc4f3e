// A text that counts the characters read from it: tests limit the work of a function without measuring time.

export type CountedText = { readonly text: string; readonly reads: () => number };

/** `charCodeAt` counts one character, every other method the whole text. */
export function countedText(text: string): CountedText {
  let reads = 0;
  const letters: object = Object(text);
  const counting = new Proxy(letters, {
    get(target: object, name: string | symbol): unknown {
      if (name === 'length' || name === Symbol.toPrimitive) return Reflect.get(target, name);
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') {
        reads += 1;
        return value;
      }
      return (...given: unknown[]): unknown => {
        reads += name === 'charCodeAt' ? 1 : text.length;
        return Reflect.apply(value, text, given);
      };
    },
  });
  // Behaves like the string except for `typeof`.
  return { text: counting as unknown as string, reads: () => reads };
}
