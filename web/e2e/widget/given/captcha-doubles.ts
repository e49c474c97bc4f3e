// Doubles of the five captcha providers: the browser asks the real addresses, and gets scripts that play the documented
// interface of each. A token names its own verdict (server/test/given/outside/captcha-server.ts).
import type { BrowserContext } from 'playwright-core';

export const CAPTCHA_TYPES = ['TURNSTILE', 'HCAPTCHA', 'RECAPTCHA_V2', 'RECAPTCHA_V3', 'SMARTCAPTCHA'] as const;
export type CaptchaType = (typeof CAPTCHA_TYPES)[number];

/**
 * `fails`: the first token is refused. `expires`: the first token is used up before the visitor sends it. `wrong-key`:
 * the provider does not know the site key. `wrong-secret`: the widget's secret does not belong to the site key.
 * `missing`: a blocker stops the script. `slow`: the script takes a while.
 */
export type CaptchaManner = 'passes' | 'fails' | 'slow' | 'expires' | 'wrong-key' | 'wrong-secret' | 'missing';

/** Hosts that a site must allow in its policy. */
export const CAPTCHA_HOSTS: Readonly<Record<CaptchaType, string>> = {
  TURNSTILE: 'https://challenges.cloudflare.com',
  HCAPTCHA: 'https://js.hcaptcha.com',
  RECAPTCHA_V2: 'https://www.google.com',
  RECAPTCHA_V3: 'https://www.google.com',
  SMARTCAPTCHA: 'https://smartcaptcha.yandexcloud.net',
};

const SLOW_MS = 1_500;

/** Records the addresses that were asked. */
export async function playCaptcha(
  context: BrowserContext,
  type: CaptchaType,
  manner: CaptchaManner,
): Promise<readonly string[]> {
  const asked: string[] = [];
  await context.route(`${CAPTCHA_HOSTS[type]}/**`, async (route) => {
    asked.push(route.request().url());
    if (manner === 'missing') return route.abort('blockedbyclient');
    if (manner === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    return route.fulfill({ contentType: 'text/javascript', body: scriptOf(type, manner) });
  });
  return asked;
}

function scriptOf(type: CaptchaType, manner: CaptchaManner): string {
  const pass = type === 'RECAPTCHA_V3' ? 'score-0.9' : 'pass';
  const first: Readonly<Partial<Record<CaptchaManner, string>>> = {
    fails: 'fail',
    expires: 'used',
    'wrong-secret': 'wrong-secret',
  };
  const tokens = [first[manner] ?? pass, pass];
  return `(() => {
    const manner = ${JSON.stringify(manner)};
    const tokens = ${JSON.stringify(tokens)};
    ${CORE}
    ${PROVIDERS[type]}
  })();`;
}

/** A box like that of a provider, which passes by itself a moment after it is drawn. */
const CORE = `
  const boxes = [];
  let given = 0;
  const take = () => tokens[Math.min(given++, tokens.length - 1)];
  const solve = (box) => setTimeout(() => {
    if (box.gone) return;
    if (manner === 'wrong-key') return box.failed('110100');
    const token = take();
    box.token = token;
    box.solved(token);
    if (token === 'used') setTimeout(() => { box.token = ''; box.drawn.dataset.expired = ''; box.expired(); }, 50);
  }, 30);
  const draw = (place, on) => {
    const element = typeof place === 'string' ? document.getElementById(place) : place;
    const drawn = document.createElement('div');
    drawn.textContent = 'I am not a robot (double)';
    drawn.dataset.captcha = on.sitekey;
    drawn.style.cssText = 'width:300px;height:65px;border:1px solid #767676;background:#fff;color:#000';
    element.appendChild(drawn);
    const box = { drawn, token: '', gone: false, solved() {}, failed() {}, expired() {}, ...on };
    boxes.push(box);
    solve(box);
    return boxes.length - 1;
  };
  const reset = (id = 0) => { boxes[id].token = ''; solve(boxes[id]); };
  const remove = (id = 0) => { boxes[id].gone = true; boxes[id].drawn.remove(); };
  const nothing = () => undefined;
  const handlers = (o) => ({
    sitekey: o.sitekey,
    solved: o.callback ?? nothing,
    failed: o['error-callback'] ?? nothing,
    expired: o['expired-callback'] ?? nothing,
  });
`;

const PROVIDERS: Readonly<Record<CaptchaType, string>> = {
  TURNSTILE: `
    window.turnstile = {
      render: (place, o) => 'cf-' + draw(place, handlers(o)),
      reset: (id) => reset(Number(id.slice(3))),
      remove: (id) => remove(Number(id.slice(3))),
      getResponse: (id) => boxes[Number(id.slice(3))].token || undefined,
      ready: (call) => call(),
    };`,
  HCAPTCHA: `
    window.hcaptcha = {
      render: (place, o) => 'h-' + draw(place, handlers(o)),
      reset: (id) => reset(Number(id.slice(2))),
      remove: (id) => remove(Number(id.slice(2))),
      getResponse: (id) => boxes[Number(id.slice(2))].token,
    };`,
  // The real script is a loader: render and execute are there only when ready() calls back.
  RECAPTCHA_V2: `
    const waiting = [];
    let isReady = false;
    window.grecaptcha = { ready: (call) => (isReady ? call() : waiting.push(call)) };
    setTimeout(() => {
      isReady = true;
      Object.assign(window.grecaptcha, {
        render: (place, o) => draw(place, handlers(o)),
        reset,
        getResponse: (id = 0) => boxes[id].token,
      });
      waiting.forEach((call) => call());
    }, 40);`,
  RECAPTCHA_V3: `
    const waiting = [];
    let isReady = false;
    let isClicked = false;
    document.addEventListener('click', () => { isClicked = true; }, true);
    document.addEventListener('keydown', ({ key }) => { isClicked ||= key === 'Enter'; }, true);
    window.grecaptcha = { ready: (call) => (isReady ? call() : waiting.push(call)) };
    setTimeout(() => {
      isReady = true;
      window.grecaptcha.execute = (sitekey, { action }) => new Promise((resolve, reject) => setTimeout(() => {
        if (manner === 'wrong-key') return reject(new Error('Invalid site key or not loaded in api.js: ' + sitekey));
        if (action !== 'verify') return reject(new Error('the action is ' + action));
        // A token that was fetched before the visitor sent the form is too old.
        resolve(manner === 'expires' && isClicked ? tokens[1] : take());
      }, 30));
      waiting.forEach((call) => call());
    }, 40);`,
  SMARTCAPTCHA: `
    window.smartCaptcha = {
      render: (place, o) => {
        const id = draw(place, { sitekey: o.sitekey, solved: o.callback ?? nothing });
        if (o['error-callback']) boxes[id].failed = o['error-callback'];
        return id;
      },
      subscribe: (id, event, call) => {
        if (event === 'token-expired') boxes[id].expired = call;
        if (event === 'network-error' || event === 'javascript-error') boxes[id].failed = call;
        if (event === 'success') boxes[id].solved = call;
        return nothing;
      },
      reset,
      destroy: remove,
      execute: nothing,
      getResponse: (id = 0) => boxes[id].token,
    };`,
};
