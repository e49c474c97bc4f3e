import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanType, multipartOf } from './multipart.ts';

const read = ({ headers, bytes }: ReturnType<typeof multipartOf>) =>
  new Response(new Uint8Array(bytes), { headers }).formData();

test('any bytes under any name come back from a form', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), fc.string(), async (content, name) => {
      const file = { bytes: Buffer.from(content), contentType: 'image/png; q=1', name };
      const form = await read(multipartOf('data', file, { messaging_product: 'whatsapp' }));
      expect([...form.keys()]).toEqual(['messaging_product', 'data']);
      expect(form.get('messaging_product')).toBe('whatsapp');
      const sent = form.get('data') as File; // a part with a name of a file
      expect([sent.type, Buffer.from(await sent.arrayBuffer())]).toEqual(['image/png', file.bytes]);
      expect(sent.name).toMatch(/^[\w.-]{1,100}$/);
    }),
  );
});

test.each([
  ['image/JPEG; charset=x', 'image/jpeg'],
  ['', 'application/octet-stream'],
  ['image/png\r\nx-evil: 1', 'application/octet-stream'],
])('the type %j is written as %s', (given, written) => {
  expect(cleanType(given)).toBe(written);
});
