import { expect, test } from 'vitest';
import { csvLine, csvStream } from './csv-lines.ts';

test.for([
  [['a', 1.5, null], 'en', 'a,1.5,\r\n'],
  [['a', 1.5, null], 'ru', 'a;1,5;\r\n'],
  [['say "hi"', 'a;b'], 'ru', '"say ""hi""";"a;b"\r\n'],
  [['two\nlines'], 'en', '"two\nlines"\r\n'],
  [['=1+1', '+7', '-x', '@sum'], 'en', "'=1+1,'+7,'-x,'@sum\r\n"],
  [[-1.5], 'en', '-1.5\r\n'],
] as const)('csvLine writes %j in %s', ([cells, language, line]) => {
  expect(csvLine(cells, language)).toBe(line);
});

test('csvStream begins with the byte order mark and the header, and pulls the next portion when the last was read', async () => {
  let asked = 0;
  async function* portions() {
    for (asked = 1; asked <= 1_000; asked += 1) yield [['x'.repeat(10_000)]];
  }
  const stream = csvStream(['one'], portions(), 'en');
  const iterator = stream[Symbol.asyncIterator]();
  expect((await iterator.next()).value).toBe('\uFEFFone\r\n');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(asked).toBeLessThan(50);
  stream.destroy();
});
