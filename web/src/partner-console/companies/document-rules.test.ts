import { expect, test } from 'vitest';
import { DOCUMENT_BYTES_MAX, documentFault } from './document-rules.ts';

test.each([
  ['a.pdf', 1, undefined],
  ['Устав.PDF', DOCUMENT_BYTES_MAX, undefined],
  ['scan.jpeg', 1, undefined],
  ['scan.jpg', 1, undefined],
  ['scan.png', DOCUMENT_BYTES_MAX + 1, 'tooLarge'],
  ['contract.docx', 1, 'wrongKind'],
  ['pdf', 1, 'wrongKind'],
] as const)('the document %s of %i bytes has the fault %s', (name, size, fault) => {
  expect(documentFault({ name, size })).toBe(fault);
});
