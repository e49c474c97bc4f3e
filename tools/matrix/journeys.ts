// Short journeys of a trial besides the dispatch: single messages, a verification code, a document.
import { openWidget } from '@volley/bench/harness/account.ts';
import type { Harness } from '@volley/bench/harness/harness.ts';
import { listAt, memberAt, textAt } from '@volley/bench/harness/json.ts';
import type { MessagingAccount } from '@volley/bench/harness/messaging-account.ts';
import type { PartnerClient } from '@volley/bench/harness/partner-client.ts';
import { waitFor } from '@volley/bench/harness/wait.ts';
import { EICAR } from './open-file-servers.ts';

const ARRIVAL_MS = 120_000;
/** The name that the partner client registers for MTS. */
const SENDER = 'StandMTS';
const [MESSAGE_TO, CODE_TO] = ['79161230001', '79161230002'];

/** SMS goes over SMPP, VIBER over HTTP with a webhook. */
export async function sendMessage(account: MessagingAccount, channelType: 'SMS' | 'VIBER'): Promise<void> {
  const message = { channelType, senderName: SENDER, destination: MESSAGE_TO, content: 'Your order is ready.' };
  const answer = await account.call('POST', '/message', [message]);
  const [item] = listAt(answer, 'items');
  const path = `/message/${textAt(item, 'messageUuid')}`;
  await waitFor(
    `the ${channelType} message`,
    async () => memberAt(await account.call('GET', path), 'status') === 'delivered',
    {
      timeoutMs: ARRIVAL_MS,
      everyMs: 200,
    },
  );
}

/** The code that arrives on the phone confirms the verification. */
export async function sendCode(harness: Harness, account: MessagingAccount): Promise<void> {
  const profile = { companyId: account.companyId, senderName: SENDER };
  const { gatewayId } = await openWidget(harness.apiUrl(), await harness.givenAdminToken(), profile);
  const body = { channelType: 'SMS', destination: CODE_TO, gatewayId };
  const uuid = textAt(await account.call('POST', '/verifier/send', body, { key: 'verifier' }), 'uuid');
  const url = `${harness.simulator.controlUrl}/received?destination=${CODE_TO}`;
  const code = await waitFor(
    'the code',
    async () => {
      const [text] = listAt(await (await fetch(url)).json(), 'items');
      return text !== undefined && /\d+$/.exec(textAt(text, 'text'))?.[0];
    },
    { timeoutMs: ARRIVAL_MS },
  );
  const checked = await account.call('POST', '/verifier/check', { uuid, code }, { key: 'verifier' });
  if (memberAt(checked, 'status') !== 'CONFIRMED')
    throw new Error(`the code was not confirmed: ${textAt(checked, 'status')}`);
}

/** A stored document comes back byte by byte and can be removed. */
export async function storeDocument(_harness: Harness, { url, token, companyId }: PartnerClient): Promise<void> {
  const file = pdf('a contract');
  const kept = await upload({ url, token, companyId }, file);
  if (kept.status !== 201) throw new Error(`the upload answered ${kept.status}: ${await kept.text()}`);
  const place = `${url}/company/${companyId}/documents/${textAt(await kept.json(), 'id')}`;
  const authorization = { authorization: `Bearer ${token}` };
  const read = Buffer.from(await (await fetch(place, { headers: authorization })).arrayBuffer());
  if (!read.equals(file)) throw new Error(`the document came back with ${read.length} of ${file.length} bytes`);
  await fetch(place, { method: 'DELETE', headers: authorization });
  const { status } = await fetch(place, { headers: authorization });
  if (status !== 404) throw new Error(`a removed document answers ${status}`);
}

/** A clean document is stored, an infected one refused, and none is accepted without the scanner. */
export async function scanDocuments(
  harness: Harness,
  partner: PartnerClient,
  stopScanner: () => Promise<void>,
): Promise<void> {
  await storeDocument(harness, partner);
  const infected = await upload(partner, pdf(EICAR));
  const reason = await infected.text();
  if (infected.status !== 400 || !reason.includes('infected'))
    throw new Error(`EICAR answered ${infected.status}: ${reason}`);
  await stopScanner();
  const { status } = await upload(partner, pdf('a contract'));
  if (status !== 503) throw new Error(`an upload without the scanner answered ${status}`);
}

function upload({ url, token, companyId }: Pick<PartnerClient, 'url' | 'token' | 'companyId'>, file: Buffer) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)], { type: 'application/pdf' }), 'contract.pdf');
  const headers = { authorization: `Bearer ${token}` };
  return fetch(`${url}/company/${companyId}/documents`, { method: 'POST', headers, body: form });
}

const pdf = (content: string): Buffer => Buffer.from(`%PDF-1.7\n${content}\nstartxref\n0\n%%EOF\n`);
