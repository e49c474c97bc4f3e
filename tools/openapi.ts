// `npm run openapi` writes the OpenAPI documents; `--check` only compares them, so that a changed endpoint cannot be
// committed without its changed document.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { backOfficeApi } from '@volley/contract/back-office/back-office-api.ts';
import { OPEN_API_DOCUMENTS } from '@volley/contract/open-api-documents.ts';
import { openApi } from '@volley/contract/openapi.ts';

const folder = new URL('../contract/openapi/', import.meta.url);
const documents = {
  'partner.json': OPEN_API_DOCUMENTS.partner,
  'messaging.json': OPEN_API_DOCUMENTS.messaging,
  'back-office.json': openApi('Volley back office', backOfficeApi),
};

const check = process.argv.includes('--check');
mkdirSync(folder, { recursive: true });
for (const [name, document] of Object.entries(documents)) {
  const file = new URL(name, folder);
  const wanted = `${JSON.stringify(document, null, 2)}\n`;
  const current = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (current === wanted) continue;
  if (check) {
    console.error(`contract/openapi/${name} is not current: run npm run openapi`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, wanted);
    console.log(`wrote contract/openapi/${name}`);
  }
}
