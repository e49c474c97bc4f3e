// A file of a million rows passes the first step of a new dispatch while the page stays responsive, and the browser
// itself reads files as spreadsheets write them.
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Look, openBrowser, openVisit, type Visit } from './given/browser.ts';
import { judgesWallTime, longestGapMs, longestTaskMs, recordFrames } from './given/measure.ts';
import { chooseCompany, countOf } from './given/wizard.ts';

const ROWS = 1_000_000;
const BAD_EVERY = 100_000;
const TASK_MS_MAX = 200;
const GAP_MS_MAX = 200;
const FIXTURES = fileURLToPath(new URL('../src/partner-console/new-dispatch/fixtures/', import.meta.url));

let browser: Browser;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'volley-import-'));
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

function* lines(): Generator<string> {
  yield 'Телефон;Имя;Сумма\n';
  for (let row = 0, text = ''; row < ROWS; row += 1) {
    text += row % BAD_EVERY === 7 ? `нет;Анна;${row}\n` : `79${String(100_000_000 + row * 7)};Анна;${row}\n`;
    if (row % 10_000 === 9_999) {
      yield text;
      text = '';
    }
  }
}

async function openWizard(look?: Look): Promise<Visit> {
  const visit = await openVisit(browser, inject('demo'), 'partner', look);
  await visit.open('/dispatches/new');
  await chooseCompany(visit.page, /Зерно/);
  return visit;
}

test('a million rows are read without a frozen page', async () => {
  const path = join(folder, 'million.csv');
  await pipeline(Readable.from(lines()), createWriteStream(path));
  const visit = await openWizard({ animated: true });
  const { page } = visit;
  await recordFrames(page);
  const taskMs = await longestTaskMs(page, async () => {
    await page.locator('input[type="file"]').setInputFiles(path);
    await page.getByText('ready to send', { exact: true }).waitFor();
    await expect.poll(() => countOf(page, 'ready to send')).toBe(ROWS - ROWS / BAD_EVERY);
  });
  const gapMs = await longestGapMs(page);
  console.info(
    `a million rows: longest task ${taskMs.toFixed(0)} ms of CPU, longest gap of frames ${gapMs.toFixed(0)} ms`,
  );
  expect(await countOf(page, 'with errors')).toBe(ROWS / BAD_EVERY);
  expect(taskMs).toBeLessThanOrEqual(TASK_MS_MAX);
  if (judgesWallTime) expect(gapMs).toBeLessThanOrEqual(GAP_MS_MAX);
  await visit.close();
});

test.concurrent.each(['cp1251-semicolon.csv', 'utf16le-tab.txt', 'utf8-bom-semicolon.csv', 'comma-quotes.csv'])(
  '%s is read',
  async (file) => {
    const visit = await openWizard();
    const { page } = visit;
    await page.locator('input[type="file"]').setInputFiles(join(FIXTURES, file));
    await page.getByText('ready to send', { exact: true }).waitFor();
    expect(await countOf(page, 'ready to send')).toBeGreaterThan(0);
    expect(await page.locator('main').innerText()).not.toContain('\ufffd');
    await visit.close();
  },
);
