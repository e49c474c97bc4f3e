import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectSmpp } from './client.ts';
import { listenSmpp, type SmppServer } from './server.ts';
import { sampleSubmit } from './testing/sample-pdus.ts';

const folder = mkdtempSync(join(tmpdir(), 'smpp-tls-'));
let cert: Buffer;
let server: SmppServer;

beforeAll(async () => {
  const paths = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  const name = ['-subj', '/CN=smsc.test', '-addext', 'subjectAltName=DNS:smsc.test'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...paths, ...name], {
    stdio: 'ignore',
  });
  cert = readFileSync(join(folder, 'cert.pem'));
  server = await listenSmpp({
    port: 0,
    host: '127.0.0.1',
    tls: { key: readFileSync(join(folder, 'key.pem')), cert },
    onBind: () => 0,
    onSubmit: (_pdu, _session, respond) => respond(0, 'over-tls'),
  });
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const options = () => ({
  host: '127.0.0.1',
  port: server.port,
  systemId: 'volley',
  password: 'secret',
  mode: 'transceiver' as const,
  window: 10,
  onDeliverSm: () => 0,
  onClose: () => undefined,
});

test('a session works over TLS if the certificate is known', async () => {
  const session = await connectSmpp({ ...options(), tls: { ca: cert, servername: 'smsc.test' } });
  const results = await Promise.all(Array.from({ length: 10 }, () => session.submit(sampleSubmit)));
  expect(results.every(({ messageId }) => messageId === 'over-tls')).toBe(true);
  await session.unbindAndClose(1_000);
});

test('an unknown certificate is refused', async () => {
  await expect(connectSmpp({ ...options(), tls: { servername: 'smsc.test' } })).rejects.toThrow(/self-signed/);
});

test('a certificate of another name is refused', async () => {
  await expect(connectSmpp({ ...options(), tls: { ca: cert, servername: 'other.test' } })).rejects.toThrow(
    /other\.test/,
  );
});

test('a plain connection to a TLS port does not bind', async () => {
  await expect(connectSmpp({ ...options(), responseTimeoutMs: 500 })).rejects.toThrow();
});
