// The demonstration in its own process, until it is stopped. Its captcha providers are doubles, which the tests of the
// widget use. hCaptcha refuses the probes of the service, so its widgets with a fallback take proofs of work.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startCaptchaServer } from '../../../server/test/given/outside/captcha-server.ts';
import type { RunningDemo } from './demo.ts';

const PROGRAM = fileURLToPath(new URL('../../../tools/demo.ts', import.meta.url));

export async function startDemo(): Promise<{ demo: RunningDemo; stop: () => Promise<void> }> {
  const captcha = await startCaptchaServer();
  captcha.fail('/siteverify', 'probes');
  const { hcaptchaUrl, recaptchaUrl, turnstileUrl, smartcaptchaUrl } = captcha.settings;
  const captchaAddresses = {
    HCAPTCHA_URL: hcaptchaUrl,
    RECAPTCHA_URL: recaptchaUrl,
    TURNSTILE_URL: turnstileUrl,
    SMARTCAPTCHA_URL: smartcaptchaUrl,
  };
  const child = spawn(process.execPath, [PROGRAM, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...captchaAddresses, RATE_LIMITS: 'off' },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const line = await new Promise<string | undefined>((resolve) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    void ended.then(() => resolve(undefined));
  });
  if (line === undefined) throw new Error('the demonstration ended before its ready line');
  return {
    // Printed by tools/demo.ts.
    demo: JSON.parse(line) as RunningDemo,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await captcha.close();
    },
  };
}
