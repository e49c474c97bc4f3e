import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanFileName, endingOf } from './file-name.ts';

describe('cleanFileName', () => {
  test.each([
    ['contract.pdf', 'contract.pdf'],
    ['/etc/passwd', 'passwd'],
    ['..\\..\\x.pdf', 'x.pdf'],
    ['C:\\a\\b.pdf', 'b.pdf'],
    ['a\u0000.pdf', 'a.pdf'],
    ['a\r\nb.pdf', 'ab.pdf'],
    ['\u202efdp.a\u2069', 'fdp.a'],
    ['\ufeff a.pdf ', 'a.pdf'],
    ['u\u0308.pdf', '\u00fc.pdf'],
    ['\ud800.pdf', '\ufffd.pdf'],
    ['\u{1f4c4}'.repeat(255), '\u{1f4c4}'.repeat(255)],
    ['a'.repeat(256), undefined],
    ['a/', undefined],
    [' \t\u0000', undefined],
    ['', undefined],
  ])('cleanFileName turns %j into %j', (given, name) => {
    expect(cleanFileName(given)).toBe(name);
  });

  test('a cleaned file name has no path, control or direction characters and stays the same when cleaned again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (given) => {
        const name = cleanFileName(given);
        if (name === undefined) return;
        expect(name).not.toMatch(/[/\\\p{Cc}\p{Bidi_Control}]/u);
        expect([name.isWellFormed(), name.normalize('NFC'), cleanFileName(name)]).toEqual([true, name, name]);
      }),
    );
  });
});

test.each([
  ['a.pdf', 'pdf'],
  ['A.B.PDF', 'pdf'],
  ['pdf', ''],
  ['.pdf', ''],
  ['..pdf', ''],
  ['a.', ''],
  ['a.pdf.', ''],
])('the extension of the file name %s is %j', (name, ending) => {
  expect(endingOf(name)).toBe(ending);
});
