// What the demonstration leaves on the terminal: one screen with everything to go on with.
import type { World } from './world.ts';

export type Addresses = { readonly url: string; readonly partnerLink: string; readonly staffLink: string };

const SANDBOX_NUMBER = '70001000001';

export function showScreen({ url, partnerLink, staffLink }: Addresses, { keys, credentials, admin }: World): void {
  const body = JSON.stringify([
    { channelType: 'SMS', senderName: 'ZERNO', destination: SANDBOX_NUMBER, content: 'Hello from Volley' },
  ]);
  console.log(`
──────────────────────────────────────────────────────────────────────────────
 Volley runs at  ${url}        nothing leaves this machine

 Console         ${partnerLink}
 Back office     ${staffLink}
                 the links sign in once, within 15 minutes; afterwards by password:
                 ${credentials.login} / ${credentials.password}
                 ${admin.login} / ${admin.password}
 Reference       ${url}/reference/messaging  and  ${url}/reference

 Test key        ${keys.MESSAGES}
                 shown here only; the console keeps its prefix
 Sandbox number  ${SANDBOX_NUMBER}  (delivered after 5 s; others: docs/guides/sandbox-numbers.md)

 Is it there     curl ${url}/api/v1/ping
 A message       curl ${url}/api/v1/message -H 'Authorization: Bearer ${keys.MESSAGES}' \\
                   -H 'Content-Type: application/json' -d '${body}'
 Callbacks       VOLLEY_API=${url} VOLLEY_KEY='${keys.MESSAGES}' \\
                   npm run --silent volley -- listen --forward-to localhost:9000

 It goes on living until Ctrl+C; then everything it made is removed.
──────────────────────────────────────────────────────────────────────────────
`);
}
