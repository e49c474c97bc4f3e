// Follows docs/operating/install.md step by step in a fresh machine, until the first message is delivered. Every
// deviation from the page is listed in docs/operating/supported.md.
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Child, runChild, startReadyChild } from '@volley/bench/harness/child-process.ts';
import { run } from '../built/run-program.ts';
import { provideNode, putRepository, trustSameIssuers } from './fresh-root.ts';
import type { Machine } from './machine.ts';
import { filledIn, type PageBlock } from './page-blocks.ts';

export type Say = (text: string) => void;

type Shell = Extract<PageBlock, { kind: 'shell' }>;

const URL_OF_API = 'http://127.0.0.1:8080';
const newPassword = () => randomBytes(12).toString('hex');
const inRepository = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const PORT_OF_POSTGRES = [
  'pg_conftool "$(ls /etc/postgresql)" main set port 5432',
  'systemctl restart "postgresql@$(ls /etc/postgresql)-main"',
  'for try in $(seq 300); do runuser -u postgres -- pg_isready --quiet && break; sleep 0.2; done',
];
const PID_FILE = '/tmp/one-process.pid';

export class InstallGuide {
  readonly #machine: Machine;
  readonly #blocks: PageBlock[];
  readonly #say: Say;
  readonly #children: Child[] = [];
  readonly #databasePassword = newPassword();
  readonly #enginePassword = newPassword();
  readonly #partnerPassword = newPassword();

  constructor(machine: Machine, blocks: readonly PageBlock[], say: Say) {
    this.#machine = machine;
    this.#blocks = [...blocks];
    this.#say = say;
  }

  /** Returns the delivered message, as the API shows it. `cache`: where npm is kept. */
  async follow(cache: string): Promise<unknown> {
    await this.#installPrograms(this.#next('shell'), cache);
    await this.#setUpServers();
    const secret = (await this.#machine.run(this.#next('shell'))).trim();
    await this.#machine.run(this.#next('shell'), true);
    const place = join(this.#machine.folder, 'opt/volley');
    run(process.execPath, [inRepository('tools/production-packages.ts'), '--installed', place]);
    this.#say('console, widget and developer site built, packages of the server installed');
    this.#writeSettings(secret);
    await this.#tryInOneProcess(this.#next('shell'));
    this.#say('migrated; all roles ran in one process');
    const units = await this.#startUnits(this.#next('shell'));
    await this.#createFirst(this.#next('shell'));
    const signIn = await this.#machine.run(this.#next('shell'));
    if (!signIn.includes('"path"')) throw new Error(`create-sign-in-link printed no path: ${signIn}`);
    this.#say('partner, staff, link and sign-in link created');
    const message: unknown = JSON.parse(await this.#beside('first-message', 'acme', this.#partnerPassword));
    if (this.#blocks.length > 0) throw new Error(`${this.#blocks.length} blocks of the page were not followed`);
    await this.#stopUnits(units);
    return message;
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

  #asRoot(...lines: readonly string[]): Promise<string> {
    return this.#machine.run({ user: 'root', folder: '/', lines });
  }

  /** A script of this folder, in the network of the machine. */
  #beside(script: string, ...words: readonly string[]): Promise<string> {
    const file = inRepository(`tools/handbook/${script}.ts`);
    return runChild(this.#machine.beside(script, process.execPath, [file, URL_OF_API, ...words]));
  }

  async #installPrograms(block: Shell, cache: string): Promise<void> {
    await this.#machine.run(block, true);
    const { folder } = this.#machine;
    trustSameIssuers(folder);
    provideNode(cache, folder);
    putRepository(folder, '/opt/volley', 'volley');
    // The installation of the package saw the ports of this machine.
    await this.#asRoot(...PORT_OF_POSTGRES);
    this.#say(
      `programs installed: ${(await this.#asRoot('node --version', 'psql --version')).trim().replace('\n', ', ')}`,
    );
  }

  async #setUpServers(): Promise<void> {
    await this.#machine.run(this.#next('shell'));
    const sql = filledIn(this.#next('sql').text, [this.#databasePassword, this.#enginePassword]);
    await this.#machine.run({
      user: 'postgres',
      folder: '/',
      lines: [`psql --set ON_ERROR_STOP=1 <<'SQL'\n${sql}\nSQL`],
    });
    // PgBouncer is an option of the page; `npm run matrix` tries its settings.
    this.#next('ini');
    writeFileSync(join(this.#machine.folder, 'etc/nats-server.conf'), this.#next('conf').text);
    await this.#machine.run(this.#next('shell'));
    this.#say('PostgreSQL and NATS set up');
  }

  #writeSettings(secret: string): void {
    const file = join(this.#machine.folder, 'opt/volley/.env');
    const settings = {
      DATABASE_URL: `postgres://volley:${this.#databasePassword}@127.0.0.1:5432/volley`,
      ENGINE_DATABASE_URL: `postgres://volley_engine:${this.#enginePassword}@127.0.0.1:5432/volley`,
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
  async #tryInOneProcess({ lines, ...block }: Shell): Promise<void> {
    const [last = '', ...before] = lines.toReversed();
    await this.#machine.run({ ...block, lines: before.toReversed() });
    const command = { ...block, lines: [`echo $$ > ${PID_FILE}`, `exec ${last}`] };
    const { child } = await startReadyChild(this.#machine.options('one-process', command));
    await this.#beside('pages-answer');
    await this.#asRoot(`kill -TERM "$(cat ${PID_FILE})"`);
    const { code } = await child.exited;
    if (code !== 0) throw new Error(`the roles ended with ${code}; see ${child.logFile}`);
  }

  async #startUnits(block: Shell): Promise<readonly string[]> {
    const units = block.lines.flatMap((line) => line.match(/volley@\w+/g) ?? []);
    if (units.length === 0) throw new Error('the page enables no units');
    await this.#machine.run(block);
    const ports = units.map((unit) => this.#privatePort(unit.replace('volley@', '')));
    await this.#beside('pages-answer', ...ports);
    this.#say(`${units.length} units run, ready at the private ports ${ports.join(', ')}`);
    return units;
  }

  #privatePort(name: string): string {
    const file = join(this.#machine.folder, `opt/volley/deploy/systemd/ports/${name}.env`);
    return readFileSync(file, 'utf8').trim().replace('METRICS_PORT=', '');
  }

  /** No unit may have ended or started again, and each must end when systemd ends it. */
  async #stopUnits(units: readonly string[]): Promise<void> {
    const names = units.join(' ');
    await this.#asRoot(`systemctl is-active ${names}`);
    await this.#asRoot(`systemctl stop ${names}`);
    const ends = await this.#asRoot(`systemctl show --property=Result,NRestarts ${names}`);
    const wrong = ends.split('\n').filter((line) => line !== '' && line !== 'Result=success' && line !== 'NRestarts=0');
    if (wrong.length > 0) throw new Error(`units did not run through: ${ends}`);
  }

  /** Partner, staff, link: the link leads to the simulator. */
  async #createFirst({ lines, ...block }: Shell): Promise<void> {
    const simulator = this.#machine.beside('simulator', process.execPath, [inRepository('simulator/src/main.ts')]);
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
    await this.#machine.run({ ...block, lines: filled });
  }
}
