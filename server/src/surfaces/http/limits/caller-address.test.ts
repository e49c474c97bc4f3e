import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { addressReader } from './caller-address.ts';

const NETWORKS = ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'];
const addresses = ['127.0.0.1', '10.1.2.3', '10.9.9.9', '203.0.113.7', '2001:db8::5', '2001:db9::5', 'odd', ''];
const line = fc
  .array(fc.tuple(fc.constantFrom(...addresses), fc.constantFrom('', ' ', '  ')), { maxLength: 5 })
  .map((parts) => parts.map(([address, blank]) => `${blank}${address}${blank}`).join(','));

test.each([[[]], [['127.0.0.1']], [NETWORKS]])('behind %j the address is that of the framework', async (trusted) => {
  const read = addressReader(trusted);
  const app = Fastify({ trustProxy: trusted.length === 0 ? false : trusted });
  onTestFinished(() => app.close());
  app.get('/', (asked) => JSON.stringify([read(asked.raw), asked.ip]));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 2 }), async (lines) => {
      const sent = request(url, { headers: { 'x-forwarded-for': lines } }).end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      const [ours, theirs] = JSON.parse(await text(answer)) as [string, string]; // as the route above answers
      expect(ours).toBe(theirs);
    }),
  );
});
