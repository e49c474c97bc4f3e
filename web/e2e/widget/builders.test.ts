// Forms of site builders with the two lines of `embed.js` and no other code: the form is held until its number is
// confirmed, and carries the key that the site's back end can check.
import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, test } from 'vitest';
import { BUILDERS } from './given/builder-pages.ts';
import { usePlace, visit } from './given/place.ts';
import { codeOn, givenWidget, newNumber } from './given/shop.ts';
import { CODE, CONFIRMED, GET_CODE } from './given/words.ts';

const place = usePlace();
let widgetId: string;
beforeAll(async () => {
  const keyId = Buffer.from(inject('demo').keys.VERIFIER_BUILDER, 'base64').toString().split(':')[0];
  ({ widgetId } = await givenWidget({
    host: place().site.host,
    widget: { kind: 'BUILDER', keyId, dayAmountMax: 1_000 },
  }));
});

type Sent = Readonly<Record<string, string>>;

const sentBy = (page: Page): Promise<Sent[]> => page.evaluate(() => (window as unknown as { sent: Sent[] }).sent); // set by the page

async function confirm(page: Page, number: string): Promise<void> {
  await page.getByRole('button', { name: GET_CODE }).click();
  await page.getByRole('textbox', { name: CODE }).fill(await codeOn(number));
  await page.getByText(CONFIRMED).waitFor();
}

test.concurrent.for(Object.entries(BUILDERS).map(([name, builder]) => ({ name, builder })))(
  'a form of $name is held until the number is confirmed, and again after the number has changed',
  async ({ builder }, { expect }) => {
    const embedUrl = `${place().serviceUrl}/widget/v1/embed.js`;
    const visitor = await visit(place(), builder.page(embedUrl, widgetId), { width: 800 });
    const { page } = visitor;
    const phone = page.locator(builder.phone);
    const send = page.locator(builder.send);
    const key = page.locator('input[name=phone_verification_key]');

    // Without a number the visitor is led to its field.
    await key.waitFor({ state: 'attached' });
    await send.click();
    expect(await phone.evaluate((field) => field === document.activeElement)).toBe(true);

    const first = newNumber();
    await phone.fill(builder.typed(first));
    await send.click();
    const host = page.locator('[data-volley-verify]');
    await expect.poll(() => host.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await confirm(page, first);
    expect(await sentBy(page)).toEqual([]);
    await send.click();
    const [sent] = await sentBy(page);
    expect(sent?.[builder.name]?.replaceAll(/\D/g, '').slice(-10)).toBe(first.slice(-10));
    const proof = await fetch(`${place().site.serverUrl}/check-builder`, {
      method: 'POST',
      body: JSON.stringify({ key: sent?.['phone_verification_key'] }),
    });
    expect(await proof.json()).toEqual({ status: 'CONFIRMED' });

    const second = newNumber();
    await phone.fill(builder.typed(second));
    await expect.poll(() => key.inputValue()).toBe('');
    await send.click();
    expect(await sentBy(page)).toHaveLength(1);
    await confirm(page, second);
    await send.click();
    expect(await sentBy(page)).toHaveLength(2);
    await visitor.close();
  },
);

test('a page whose form is missing tells its owner so in the console', async () => {
  const embedUrl = `${place().serviceUrl}/widget/v1/embed.js`;
  const visitor = await visit(place(), {
    sources: [embedUrl],
    body: `<div data-volley-verify="${widgetId}" data-form="#nowhere"></div>`,
  });
  await expect.poll(() => visitor.complaints.join()).toContain('no form with a phone field');
  await visitor.close([/no form with a phone field/]);
});
