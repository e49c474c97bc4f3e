import { expect, test } from 'vitest';
import { asCurl } from './curl.ts';

test('the curl command is quoted for a shell', () => {
  const headers = [{ name: 'webhook-id', value: 'evt_1' }];
  expect(asCurl({ url: 'https://shop.test/x?token=…', headers, body: [{ text: "it's" }] })).toBe(
    `curl -X POST 'https://shop.test/x?token=…' \\\n  -H 'webhook-id: evt_1' \\\n  --data-raw '[{"text":"it'\\''s"}]'`,
  );
  expect(asCurl({ url: 'https://shop.test/', headers: [], body: null })).toBe("curl -X POST 'https://shop.test/'");
});
