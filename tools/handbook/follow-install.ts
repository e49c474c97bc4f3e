// Follows docs/operating/install.md step by step in a fresh root, until the first message is delivered. Every deviation
// from the page is listed in docs/operating/supported.md.
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Child, runChild, startChild, startReadyChild } from '@volley/bench/harness/child-process.ts';
import { run } from '../built/run-program.ts';
import type { FreshRoot } from './fresh-root.ts';
import { filledIn, type PageBlock } from './page-blocks.ts';
import { commandOf } from './units.ts';

export type Say = (text: string) => void;

type Shell = Extract<PageBlock, { kind: 'shell' }>;

const newPassword = () => randomBytes(12).toString('hex');
const inRepository = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const PORT_OF_POSTGRES = 'pg_conftool "$(ls /etc/postgresql)" main set port 5432';
const WAIT_FOR_POSTGRES = 'for try in $(seq 300); do pg_isready --quiet && exit 0; sleep 0.2; done; exit 1';

export class InstallGuide {
  readonly #root: FreshRoot;
  readonly #blocks: PageBlock[];
  readonly #say: Say;
  readonly #children: Child[] = [];
  readonly #databasePassword = newPassword();
  readonly #partnerPassword = newPassword();

  constructor(root: FreshRoot, blocks: readonly PageBlock[], say: Say) {
    this.#root = root;
    this.#blocks = [...blocks];
    this.#say = say;
  }

  async follow(): Promise<void> {
    await this.#runShell(this.#next('shell'), true);
    this.#putRepository();
    this.#say('programs installed');
    await this.#startServers();
    const secret = (await this.#runShell(this.#next('shell'))).trim();
    await this.#runShell(this.#next('shell'), true);
    this.#say('console and widget built, packages of the server installed');
    this.#writeSettings(secret);
    await this.#tryInOneProcess(this.#next('shell'));
    this.#say('migrated; all roles ran in one process');
    await this.#startUnits(this.#next('shell'));
    await this.#createFirst(this.#next('shell'));
    await this.#runShell(this.#next('shell'));
    this.#say('partner, staff, link and sign-in link created');
    const words = ['http://127.0.0.1:8080', 'acme', this.#partnerPassword];
    const script = inRepository('tools/handbook/first-message.ts');
    await runChild(this.#root.beside('first-message', process.execPath, [script, ...words]));
    if (this.#blocks.length > 0) throw new Error(`${this.#blocks.length} blocks of the page were not followed`);
  }

  async stop(): Promise<void> {
    for (const child of this.#children.toReversed()) await child.stop();
  }

  #next<Kind extends PageBlock['kind']>(kind: Kind): Extract<PageBlock, { kind: Kind }> {
    const block = this.#blocks.shift();
    if (block?.kind !== kind) throw new Error(`the page has ${block?.kind ?? 'no block'} where ${kind} is expected`);
    // The kind was compared in the line before.
    return block as Extract<PageBlock, { kind: Kind }>;
  }

  #runShell({ user, folder, lines }: Shell, online = false): Promise<string> {
    return this.#root.run({ user, folder, line: lines.join('\n') }, online);
  }

  #putRepository(): void {
    const place = join(this.#root.folder, 'opt/volley');
    run('sh', ['-ec', 'git archive HEAD | tar --extract -C "$0"', place]);
    run('chroot', [this.#root.folder, 'chown', '-R', 'volley:volley', '/opt/volley']);
  }

  async #startServers(): Promise<void> {
    // The installation of the package saw the ports of this machine.
    await this.#root.run({ user: 'postgres', folder: '/', line: PORT_OF_POSTGRES });
    await this.#start('postgres', 'exec pg_ctlcluster --foreground "$(ls /etc/postgresql)" main start');
    await this.#root.run({ user: 'postgres', folder: '/', line: WAIT_FOR_POSTGRES });
    const sql = filledIn(this.#next('sql').text, [this.#databasePassword]);
    const line = `psql --set ON_ERROR_STOP=1 <<'SQL'\n${sql}\nSQL`;
    await this.#root.run({ user: 'postgres', folder: '/', line });
    this.#next('ini');
    writeFileSync(join(this.#root.folder, 'etc/nats-server.conf'), this.#next('conf').text);
    await this.#start('nats', 'exec nats-server -c /etc/nats-server.conf');
    this.#say('PostgreSQL and NATS set up');
  }

  /** A server of the root, as the user of its name. */
  async #start(user: string, line: string): Promise<void> {
    this.#children.push(await startChild(this.#root.options({ user, folder: '/', line, name: user })));
  }

  #writeSettings(secret: string): void {
    const file = join(this.#root.folder, 'opt/volley/.env');
    const settings = {
      DATABASE_URL: `postgres://volley:${this.#databasePassword}@127.0.0.1:5432/volley`,
      NATS_URL: 'nats://127.0.0.1:4222',
      SECRET_KEYS: secret.replace('SECRET_KEYS=', ''),
      MODERATION: 'auto',
    };
    const text = Object.entries(settings).reduce(
      (before, [name, value]) => before.replace(new RegExp(`^${name}=.*$`, 'm'), () => `${name}=${value}`),
      readFileSync(file, 'utf8'),
    );
    writeFileSync(file, text);
  }

  /** The last line runs until it is stopped. */
  async #tryInOneProcess({ user, folder, lines }: Shell): Promise<void> {
    const [last = '', ...before] = lines.toReversed();
    await this.#runShell({ kind: 'shell', user, folder, lines: before.toReversed() });
    const line = `exec ${last}`;
    const { child } = await startReadyChild(this.#root.options({ user, folder, line, name: 'one-process' }));
    const { code } = await child.stop(60_000);
    if (code !== 0) throw new Error(`the roles ended with ${code}`);
  }

  async #startUnits({ user, folder, lines }: Shell): Promise<void> {
    const [own, systemd] = [false, true].map((is) => lines.filter((line) => line.startsWith('systemctl') === is));
    await this.#runShell({ kind: 'shell', user, folder, lines: own ?? [] });
    const units = (systemd ?? []).flatMap((line) => line.match(/volley@\w+/g) ?? []);
    if (units.length === 0) throw new Error('the page enables no units');
    const files = ['volley-migrate.service', ...units.map((unit) => `${unit}.service`)];
    run('systemd-analyze', ['verify', `--root=${this.#root.folder}`, '--man=no', '--generators=no', ...files]);
    // StateDirectory of the unit.
    await this.#root.run({ user: 'root', folder: '/', line: 'install -d -o volley -g volley -m 0700 /var/lib/volley' });
    await this.#root.run(commandOf(this.#root.folder, 'volley-migrate'));
    for (const unit of units) {
      const { child } = await startReadyChild(this.#root.options(commandOf(this.#root.folder, unit)));
      this.#children.push(child);
    }
    this.#say(`units verified; ${units.length} of them run`);
  }

  /** Partner, staff, link: the link leads to the simulator. */
  async #createFirst({ lines, ...block }: Shell): Promise<void> {
    const simulator = this.#root.beside('simulator', process.execPath, [inRepository('simulator/src/main.ts')]);
    const { child } = await startReadyChild({ ...simulator, env: { SIMULATOR_SMPP_PORT: '2775' } });
    this.#children.push(child);
    const values: Readonly<Record<string, readonly string[]>> = {
      'create-partner': [this.#partnerPassword],
      'create-staff': [newPassword()],
      'put-link': ['127.0.0.1', 'mts', 'secret'],
    };
    const filled = lines.map((line) => {
      const name = Object.keys(values).find((command) => line.includes(` ${command} `));
      return filledIn(line, name === undefined ? [] : (values[name] ?? []));
    });
    await this.#runShell({ ...block, lines: filled });
  }
}
