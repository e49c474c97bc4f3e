// Receivers over TLS: an untrusted certificate is refused, unless staff disabled the check for the company.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { useSharedCell } from '../../given/cell.ts';
import { deliveredEvents, messagingEndpoint, record } from '../../given/message-events.ts';
import { givenAccount } from '../../given/people/account.ts';
import { givenStaff } from '../../given/people/staff.ts';
import { until } from '../../given/until.ts';

const cell = useSharedCell({ workers: ['notifier'] });
let receiver: Server;
let url: string;
let requests = 0;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callback-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const about = ['-days', '1', '-subj', '/CN=own', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...about], {
    stdio: 'ignore',
  });
  receiver = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    requests += 1;
    request.resume();
    response.writeHead(204).end();
  });
  rmSync(folder, { recursive: true });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an AddressInfo.
  url = `https://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

covers('messaging.callback.tls');
test('an untrusted certificate fails the try, unless the check is disabled for the company', async () => {
  const { platform } = cell();
  const { companyId } = await givenAccount(cell(), {});
  const staff = await givenStaff(cell(), 'admin');
  const endpointId = await messagingEndpoint(platform, companyId, url);
  const untilLogged = (what: string) =>
    until(`the log has ${what}`, async () => {
      const rows = await cell().sql<{ said: string }>(
        `select coalesce(status::text, error) as said from callback_attempts where endpoint_id = $1`,
        [endpointId],
      );
      return rows.some(({ said }) => said === what);
    });
  await record(platform, companyId, deliveredEvents(1), { endpointId });
  await untilLogged('tls');
  expect(requests).toBe(0);
  const change = { callbackTlsChecked: false, reason: 'a receiver for tests' };
  const changed = await staff.ask('PUT', `/companies/${companyId}`, change);
  expect([changed.status, changed.body]).toMatchObject([200, { callbackTlsChecked: false }]);
  await record(platform, companyId, deliveredEvents(1), { endpointId });
  await untilLogged('204');
  expect(requests).toBe(1);
});
