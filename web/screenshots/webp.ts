// Screenshots as WebP. The browser that takes them also encodes them.
import type { Browser } from 'playwright-core';

const QUALITY = 0.6;

export type Encoder = (png: Buffer) => Promise<Buffer>;

/** Encodes on a blank page, which the policy of the console does not bind. */
export async function openEncoder(browser: Browser): Promise<Encoder> {
  const page = await browser.newPage();
  return async (png) => {
    const text = await page.evaluate(encode, { png: png.toString('base64'), quality: QUALITY });
    const webp = Buffer.from(text, 'base64');
    if (webp.toString('latin1', 8, 12) !== 'WEBP') throw new TypeError('the browser does not encode WebP');
    return webp;
  };
}

/** Runs in the browser. */
async function encode({ png, quality }: { readonly png: string; readonly quality: number }): Promise<string> {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
  return btoa(Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(''));
}
