// Texts with the parts an independent counter gives them; the service and the console's editor are held to the same file.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { segmentText } from './text-segmentation.ts';

// Written by us in this shape.
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
