// Texts with the parts of an independent counter. The service and the editor of the console must agree with this file.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { segmentText } from './text-segmentation.ts';

// The file is part of the project.
const texts = JSON.parse(readFileSync(new URL('segmented-texts.json', import.meta.url), 'utf8')) as {
  text: string;
  encoding: string;
  parts: number;
}[];

test('every text has the encoding and the parts it is listed with', () => {
  expect(texts.length).toBeGreaterThanOrEqual(200);
  for (const { text, encoding, parts } of texts)
    expect({ text, ...segmentText(text) }).toEqual({ text, encoding, parts });
});
