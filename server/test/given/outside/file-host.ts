// A host of clients' files over https, under a certificate that this process trusts until the host is closed.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** `status`: absent, 200. */
export type HostedFile = { readonly bytes: Buffer; readonly contentType: string; readonly status?: number };

export type FileHost = {
  url(path: string): string;
  /** How often a path was asked for. */
  asked(path: string): number;
  close(): Promise<void>;
};

/** The smallest picture: one transparent dot. */
export const PICTURE: HostedFile = {
  bytes: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
  contentType: 'image/png',
};

export async function startFileHost(files: Readonly<Record<string, HostedFile>>): Promise<FileHost> {
  const { key, cert } = certificate();
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, cert]);
  const asked: string[] = [];
  const server = createServer({ key, cert }, (request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const file = files[path];
    response.writeHead(file?.status ?? (file === undefined ? 404 : 200), {
      'content-type': file?.contentType ?? 'text/plain',
    });
    response.end(file?.bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: (path) => `https://127.0.0.1:${port}${path}`,
    asked: (path) => asked.filter((one) => one === path).length,
    close: async () => {
      setDefaultCACertificates(trusted);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function certificate(): { readonly key: string; readonly cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'file-host-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, ...names], { stdio: 'ignore' });
  const made = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true });
  return made;
}
