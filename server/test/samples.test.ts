// The samples of site servers in docs/samples: each runs as a site would run it, against a running API, and leads a
// visitor from the widget to the confirmed number. A sample whose runtime is missing on this machine is skipped.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { covers } from '../../tools/covers.ts';
import { type Account, givenAccount } from './given/account.ts';
import { type Api, givenApi } from './given/api.ts';
import { registerName } from './given/seller.ts';
import { until } from './given/until.ts';
import { type GivenWidget, givenVerifier, givenWidget, PHONE } from './given/verification.ts';

type Sample = {
  readonly name: string;
  /** Runtimes, all needed. */
  readonly needs: readonly string[];
  /** Runs before the server, in an empty folder. */
  readonly build?: (file: string) => readonly string[];
  readonly command: (file: string, port: number) => readonly string[];
};

const SAMPLES: readonly Sample[] = [
  { name: 'verify-phone.mjs', needs: [], command: (file) => [process.execPath, file] },
  { name: 'verify-phone.php', needs: ['php'], command: (file, port) => ['php', '-S', `127.0.0.1:${port}`, file] },
  { name: 'verify_phone.py', needs: ['python3'], command: (file) => ['python3', '-B', file] },
  {
    name: 'verify_phone.go',
    needs: ['go'],
    build: (file) => ['go', 'build', '-o', 'site', file],
    command: () => ['./site'],
  },
  { name: 'VerifyPhone.java', needs: ['java', 'javac'], command: (file) => ['java', file] },
  {
    // .NET is not in Debian; Mono compiles and runs the same file.
    name: 'VerifyPhone.cs',
    needs: ['mcs', 'mono'],
    build: (file) => ['mcs', '-r:System.Net.Http.dll', '-out:site.exe', file],
    command: () => ['mono', 'site.exe'],
  },
];

const fileOf = (name: string) => fileURLToPath(new URL(`../../docs/samples/${name}`, import.meta.url));
const isInstalled = (program: string) => spawnSync('which', [program]).status === 0;

let api: Api;
let account: Account;
let widget: GivenWidget;
/** A widget whose profile has no money for a single code. */
let limited: GivenWidget;
beforeAll(async () => {
  api = await givenApi({ testMode: true });
  account = await givenAccount(api);
  await registerName(api, account, {});
  const limits = { sendsPerNumber: 100, sendsPerAddress: 1_000 };
  const { gatewayId } = await givenVerifier(api, account, limits);
  widget = await givenWidget(api, account, { gatewayId, captchaType: 'NONE' });
  const spent = await givenVerifier(api, account, { ...limits, dayAmountMax: 0.01 });
  limited = await givenWidget(api, account, { gatewayId: spent.gatewayId, captchaType: 'NONE' });
});
afterAll(() => api.close());

type Site = {
  readonly post: (path: string, body: string | URLSearchParams) => Promise<{ status: number; text: string }>;
};

async function withSite(sample: Sample, key: string, visit: (site: Site) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'volley-sample-'));
  const file = fileOf(sample.name);
  const port = await freePort();
  const env = { ...process.env, VOLLEY_URL: `${api.url}/api/v1`, VOLLEY_KEY: key, PORT: String(port) };
  let server: ChildProcess | undefined;
  try {
    const [compiler, ...given] = sample.build?.(file) ?? [];
    if (compiler !== undefined) execFileSync(compiler, given, { cwd: folder, env });
    const [program = '', ...args] = sample.command(file, port);
    server = spawn(program, args, { cwd: folder, env, stdio: 'ignore' });
    const post: Site['post'] = async (path, body) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body });
      return { status: response.status, text: await response.text() };
    };
    await until(`${sample.name} listens`, () =>
      post('/phone', '{}').then(
        () => true,
        () => false,
      ),
    );
    await visit({ post });
  } finally {
    server?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
}

const form = (phone: string, key: string) => new URLSearchParams({ name: 'Ann', phone, phone_verification_key: key });

covers('messaging.widget-check.destination');
test.for(SAMPLES)('$name sends codes of visitors and accepts confirmed numbers only', async (sample, { skip }) => {
  const missing = sample.needs.filter((program) => !isInstalled(program));
  if (process.env['SAMPLES'] === 'all') expect(missing).toEqual([]);
  skip(missing.length > 0, `not installed: ${missing.join(', ')}`);
  await withSite(sample, account.keys.VERIFIER, async ({ post }) => {
    expect((await post('/phone', '{}')).status).toBe(400);
    const key = await widget.begun();
    const send = () => post('/phone', JSON.stringify({ key }));
    expect((await send()).status).toBe(204);
    expect(await widget.state(key)).toMatchObject({ state: 'SENT' });
    // A second try of the same key was sent already.
    expect((await send()).status).toBe(204);

    expect((await post('/register', form(PHONE, key))).status).toBe(422);
    expect(await widget.type(key, await widget.codeOf(key))).toBe('CONFIRMED');
    const accepted = { status: 200, text: `Registered with +${PHONE}.` };
    expect(await post('/register', form(`+${PHONE}`, key))).toEqual(accepted);
    for (const wrong of [form('+79161230002', key), form(PHONE, ''), form('', key), form(PHONE, 'A'.repeat(43))])
      expect(await post('/register', wrong)).toEqual({ status: 422, text: 'Confirm your phone number first.' });

    // The widget gets the reason of a refused send from the service.
    const refused = await limited.begun();
    expect((await post('/phone', JSON.stringify({ key: refused }))).status).toBe(204);
    expect(await limited.state(refused)).toEqual({ state: 'ERROR', errorCode: 130 });
  });
});
