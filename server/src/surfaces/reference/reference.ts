// The reference pages (GET /reference for the partner API, /reference/messaging for the messaging API) and their
// OpenAPI documents. A page loads everything from this server: fonts, telemetry, proxy and assistants of the viewer are
// off, and the content security policy blocks all other origins.
import { createReadStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  PUBLIC_DOCUMENT_NAMES,
  type PublicDocument,
  publicDocument,
  servedBy,
} from '@volley/contract/openapi/documents.ts';
import { versionThree } from '@volley/contract/openapi/version-three.ts';
import type { ApiServer } from '../http/http-server.ts';

const VIEWER_VERSION = '1.72.1';
const VIEWER_FILE = fileURLToPath(
  new URL(`../../../third-party/scalar/standalone-${VIEWER_VERSION}.js`, import.meta.url),
);

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const SETTINGS = {
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
} as const;

const A_DAY = 'public, max-age=86400';

const PAGES: Readonly<Record<PublicDocument, { readonly path: string; readonly title: string }>> = {
  partner: { path: '/reference', title: 'Volley partner API' },
  messaging: { path: '/reference/messaging', title: 'Volley messaging API' },
};

/** `publicUrl`: address of this installation; empty: that of the request. */
export function mountReference(app: ApiServer, publicUrl: string): void {
  // The version is part of the path, so that browsers cache the file and still get a new version at once.
  const viewer = `/reference/viewer-${VIEWER_VERSION}.js`;
  const serve = (path: string, type: string, write: () => string) => {
    let text: string | undefined;
    remember(app, path);
    app.http.get(path, (_request, reply) =>
      reply
        .type(`${type}; charset=utf-8`)
        .header('content-security-policy', POLICY)
        .header('x-content-type-options', 'nosniff')
        .header('referrer-policy', 'no-referrer')
        .send((text ??= write())),
    );
  };
  for (const name of PUBLIC_DOCUMENT_NAMES) {
    // The document is made at its first request.
    const document = () => servedBy(publicDocument(name), publicUrl);
    const start = `/reference/${name}.js`;
    serve(`/openapi/${name}.json`, 'application/json', () => JSON.stringify(document()));
    serve(`/openapi/3.0/${name}.json`, 'application/json', () => JSON.stringify(versionThree(document())));
    serve(start, 'text/javascript', () => startScript(`/openapi/${name}.json`));
    serve(PAGES[name].path, 'text/html', () => page(PAGES[name].title, viewer, start));
  }
  remember(app, viewer);
  app.http.get(viewer, (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', A_DAY)
      .header('x-content-type-options', 'nosniff')
      .send(createReadStream(VIEWER_FILE)),
  );
}

function page(title: string, viewer: string, start: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${title}</title>
</head>
<body>
<div id="reference"></div>
<script src="${viewer}"></script>
<script src="${start}"></script>
</body>
</html>
`;
}

function startScript(url: string): string {
  return `Scalar.createApiReference('#reference', ${JSON.stringify({ url, ...SETTINGS })});\n`;
}

function remember(app: ApiServer, path: string): void {
  app.paths.set(path, {
    pattern: new RegExp(`^${path.replaceAll('.', '\\.')}/?$`),
    methods: new Set(['GET', 'HEAD']),
  });
}
