// Files that programs look for at fixed addresses of a host: /robots.txt, and /.well-known/security.txt (RFC 9116)
// where the installation names a contact. Reports to a contact of another company would be lost, so there is no
// fallback.
import { SURFACE_PREFIX } from '@volley/contract/endpoint.ts';
import type { Platform } from '../../platform/platform.ts';
import { etagOf, sendBuiltFile } from '../http/built-file.ts';
import type { ApiServer } from '../http/http-server.ts';
import { remember } from '../http/route-path.ts';
import { securityText } from './security-text.ts';

const ROBOTS = '/robots.txt';
const SECURITY = '/.well-known/security.txt';
const AN_HOUR = 'public, max-age=3600';
const A_DAY = 'public, max-age=86400';

/**
 * Short links may be read: previews of messages follow them. The pages of the console are nothing without a script and
 * a session.
 */
const ROBOTS_TEXT = `User-agent: *
${[SURFACE_PREFIX.messaging, '/admin', '/console', '/channels'].map((path) => `Disallow: ${path}/`).join('\n')}
`;

export function mountWellKnown(app: ApiServer, { config }: Pick<Platform, 'config'>): void {
  serveText(app, ROBOTS, A_DAY, () => ROBOTS_TEXT);
  if (config.securityContact.length > 0) serveText(app, SECURITY, AN_HOUR, () => securityText(config, new Date()));
}

function serveText(app: ApiServer, path: string, cache: string, write: () => string): void {
  remember(app, path, 'GET');
  const headers = { 'cache-control': cache, 'x-content-type-options': 'nosniff' };
  app.http.get(path, (request, reply) => {
    const plain = Buffer.from(write());
    const file = { type: 'text/plain; charset=utf-8', etag: etagOf(plain), plain, compressed: new Map() };
    return sendBuiltFile(file, headers, { request, reply });
  });
}
