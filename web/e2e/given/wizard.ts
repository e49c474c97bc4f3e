// The steps of a new dispatch as a user takes them.
import type { Page } from 'playwright-core';

export async function chooseCompany(page: Page, name: RegExp): Promise<void> {
  await page.getByPlaceholder('Choose a company').click();
  // The open list: the header has a choice of companies too.
  await page.getByRole('listbox').getByRole('option', { name }).click();
}

export const next = (page: Page, step: 'text' | 'cost and time' | 'review'): Promise<void> =>
  page.getByRole('button', { name: `Next: ${step}` }).click();

/** The number that a count of the file shows, such as of rows `ready to send`. */
export async function countOf(page: Page, what: string): Promise<number> {
  const shown = await page.getByText(what, { exact: true }).first().locator('..').innerText();
  return Number(shown.replaceAll(/\D/g, ''));
}

/** From the text to the start; returns the label of the start button. */
export async function writeAndStart(page: Page, text: string): Promise<string> {
  await page.getByRole('textbox', { name: 'Message text' }).fill(text);
  await next(page, 'cost and time');
  await next(page, 'review');
  await page.getByRole('checkbox', { name: 'I have checked the preview' }).check();
  const start = page.getByRole('button', { name: /^Start: / });
  await start.waitFor();
  const label = await start.innerText();
  await start.click();
  await page.waitForURL(/\/dispatches\/\d+/);
  return label;
}
