// The final screen of the demo: addresses, credentials and commands to continue with.
import type { World } from './world.ts';

export type Addresses = {
  readonly url: string;
  readonly partnerLink: string;
  readonly staffLink: string;
  readonly phoneUrl: string;
};

const SANDBOX_NUMBER = '70001000001';

export function showScreen(
  { url, partnerLink, staffLink, phoneUrl }: Addresses,
  { keys, credentials, admin }: World,
): void {
  const body = JSON.stringify([
    { channelType: 'SMS', senderName: 'ZERNO', destination: SANDBOX_NUMBER, content: 'Hello from Volley' },
  ]);
  console.log(`
──────────────────────────────────────────────────────────────────────────────
 Volley runs at  ${url}        no data leaves this machine

 Console         ${partnerLink}
 Back office     ${staffLink}
                 each link signs in once, within 15 minutes; afterwards use a password:
                 ${credentials.login} / ${credentials.password}
                 ${admin.login} / ${admin.password}
 Documentation   ${url}/docs/    the page shows when its first build is ready
 Reference       ${url}/reference/messaging  and  ${url}/reference

 Test key        ${keys.MESSAGES}
                 shown only here; the console stores its prefix
 Sandbox number  ${SANDBOX_NUMBER}  (delivered after 5 s; more: docs/guides/sandbox-numbers.md)
 Its phone       ${phoneUrl}?number=${SANDBOX_NUMBER}
                 what its owner sees on every channel, and answers

 Health check    curl ${url}/api/v1/ping
 Send a message  npm run --silent volley -- send --from ZERNO --to ${SANDBOX_NUMBER} --text 'Hello' --wait
 The same call   curl ${url}/api/v1/message -H 'Authorization: Bearer ${keys.MESSAGES}' \\
                   -H 'Content-Type: application/json' -d '${body}'
 Callbacks       npm run --silent volley -- listen --forward-to localhost:9000

 Traffic continues until Ctrl+C; then all processes end and the data is removed.
──────────────────────────────────────────────────────────────────────────────
`);
}
