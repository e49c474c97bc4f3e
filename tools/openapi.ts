// `npm run openapi` writes the OpenAPI documents and the methods of the SDK; `--check` only compares them, so that a
// changed endpoint cannot be committed without its changed document.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { backOfficeDocument, publicDocument } from '@volley/contract/openapi/documents.ts';
import { MESSAGING_METHODS, PARTNER_METHODS } from '@volley/sdk/method-table.ts';
import { formsFile } from './sdk-methods/forms-file.ts';
import { methodsFile } from './sdk-methods/methods-file.ts';

const json = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;
const files = {
  'contract/openapi/partner.json': json(publicDocument('partner')),
  'contract/openapi/messaging.json': json(publicDocument('messaging')),
  'contract/openapi/back-office.json': json(backOfficeDocument()),
  'sdk/src/generated/messaging.ts': methodsFile('Messaging', MESSAGING_METHODS),
  'sdk/src/generated/messaging-forms.ts': formsFile('Messaging', MESSAGING_METHODS),
  'sdk/src/generated/partner-forms.ts': formsFile('Partner', PARTNER_METHODS),
  'sdk/src/generated/partner.ts': methodsFile('Partner', PARTNER_METHODS),
};

const check = process.argv.includes('--check');
for (const [path, wanted] of Object.entries(files)) {
  const file = new URL(`../${path}`, import.meta.url);
  const current = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (current === wanted) continue;
  if (check) {
    console.error(`${path} is not current: run npm run openapi`);
    process.exitCode = 1;
  } else {
    mkdirSync(new URL('.', file), { recursive: true });
    writeFileSync(file, wanted);
    console.log(`wrote ${path}`);
  }
}
