// SHA-256 of short ASCII texts. Indices are within the arrays, so every element is a number. `crypto.subtle` is several
// times slower here, because each of its calls waits its turn.

const K = new Int32Array(64);
const START = new Int32Array(8);
const W = new Int32Array(64);

const fraction = (root: number): number => (root % 1) * 2 ** 32;

/** Constants: the first 32 bits of the fractional parts of the roots of the first 64 primes. */
for (let candidate = 2, found = 0; found < 64; candidate += 1) {
  let factor = 2;
  while (candidate % factor) factor += 1;
  if (factor < candidate) continue;
  START[found] = fraction(candidate ** 0.5);
  K[found] = fraction(Math.cbrt(candidate));
  found += 1;
}

const turn = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** Eight words of 32 bits. */
export function sha256(text: string): Int32Array {
  const hash = START.slice();
  const padded = `${text}\x80`;
  const { length } = text;
  for (let start = 0; start < length + 9; start += 64) {
    // Behind the end, the code of a character is NaN and counts as 0.
    for (let i = start; i < start + 64; i += 1) {
      const word = (i >> 2) % 16;
      W[word] = ((W[word] as number) << 8) | padded.charCodeAt(i);
    }
    if (start + 64 >= length + 9) W[15] = length * 8;
    compress(hash);
  }
  return hash;
}

type Eight = readonly [number, number, number, number, number, number, number, number];

/** Elements of the arrays wrap around at 32 bits by themselves. */
function compress(hash: Int32Array): void {
  const state = hash.slice();
  for (let i = 0; i < 64; i += 1) {
    if (i > 15) {
      const x = W[i - 15] as number;
      const y = W[i - 2] as number;
      W[i] =
        (W[i - 16] as number) +
        (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) +
        (W[i - 7] as number) +
        (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
    }
    const [a, b, c, d, e, f, g, h] = state as unknown as Eight;
    const one =
      h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + (K[i] as number) + (W[i] as number);
    state.copyWithin(1, 0);
    state[4] = d + one;
    state[0] = one + (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
  }
  state.forEach((word, i) => {
    hash[i] = (hash[i] as number) + word;
  });
}
