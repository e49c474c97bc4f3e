// Functions of the browser as they were when the script was loaded: a page may replace them later.
// Both work without their object.
// oxlint-disable-next-line typescript/unbound-method
export const { fetch, setTimeout, Promise, console } = window;

export const now = (): number => performance.now();
export const pause = (ms?: number): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, ms));

const script = document.currentScript as HTMLScriptElement | null; // the only kind of script that runs here
/** Origin of the script's own address; empty if the script is part of a bundle. */
export const ownHost = script?.src ? new URL(script.src).origin : '';
/** Lets captcha scripts pass a policy with nonces. */
export const ownNonce = script?.nonce ?? '';
