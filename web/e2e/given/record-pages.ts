// Setup file of recorded browser runs: writes the requests of the pages of each test file into the folder of the run.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll } from 'vitest';

const folder = process.env['REACH_FOLDER'];
if (folder === undefined) throw new Error('REACH_FOLDER is not set');

const requests = new Set<string>();
const launch = chromium.launch.bind(chromium);
chromium.launch = async (...options) => {
  const browser = await launch(...options);
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (...settings) => {
    const context = await newContext(...settings);
    context.on('request', (request) => requests.add(`${request.method()} ${new URL(request.url()).pathname}`));
    return context;
  };
  return browser;
};

// oxlint-disable-next-line no-empty-pattern -- Vitest demands a pattern for the fixtures, and none is used.
afterAll(({}, { name }) => {
  // In the form of tools/ci/record/execution.ts.
  const execution = { sources: {}, statements: {}, requests: [...requests] };
  writeFileSync(join(folder, `${name.replaceAll('/', '~')}.json`), JSON.stringify(execution));
});
