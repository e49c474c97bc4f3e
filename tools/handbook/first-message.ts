// Sends one message as a partner, waits until it is delivered and prints it as the API shows it:
// `node first-message.ts URL LOGIN PASSWORD`.
import { listAt } from '@volley/bench/harness/json.ts';
import { openPartnerClient } from '@volley/bench/harness/partner-client.ts';
import { waitFor } from '@volley/bench/harness/wait.ts';

const DELIVERED_MS = 120_000;

const [url = '', login = '', password = ''] = process.argv.slice(2);
const partner = await openPartnerClient(url, { login, password });
const messages = [{ destination: '79161230001' }];
const { id } = await partner.createDispatch({ name: 'first', text: 'Your order is ready.', messages });
await partner.startDispatch(id);
await waitFor('the delivery', async () => (await partner.progress(id)).delivered === 1, { timeoutMs: DELIVERED_MS });
const answer = await partner.call('GET', `/messages?companyId=${partner.companyId}&dispatchId=${id}`);
await partner.close();
console.log(JSON.stringify(listAt(answer, 'items')[0]));
