// Sends one message as a partner and waits until it is delivered: `node first-message.ts URL LOGIN PASSWORD`.
import { openPartnerClient } from '@volley/bench/harness/partner-client.ts';
import { waitFor } from '@volley/bench/harness/wait.ts';

const DELIVERED_MS = 120_000;

const [url = '', login = '', password = ''] = process.argv.slice(2);
const partner = await openPartnerClient(url, { login, password });
const messages = [{ destination: '79161230001' }];
const { id } = await partner.createDispatch({ name: 'first', text: 'Your order is ready.', messages });
await partner.startDispatch(id);
await waitFor('the delivery', async () => (await partner.progress(id)).delivered === 1, { timeoutMs: DELIVERED_MS });
await partner.close();
console.log('delivered');
