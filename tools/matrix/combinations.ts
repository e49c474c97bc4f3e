// The combinations of the matrix. `open` starts the servers of a combination: when they cannot be had, it throws, and
// the row says "not run". The trial itself then passes or fails.
import type { Harness } from '@volley/bench/harness/harness.ts';
import type { Role } from '@volley/bench/harness/server-program.ts';
import { debianRoot } from './debian-root.ts';
import { scanDocuments, storeDocument } from './journeys.ts';
import { openOldVersion } from './old-version.ts';
import { openClamd, openMoto, openS3rver, S3_SETTINGS } from './open-file-servers.ts';
import { type OpenNats, openNats } from './open-nats.ts';
import { openPooler } from './open-pooler.ts';
import { openPostgres } from './open-postgres.ts';
import { type OpenServer, stopAll } from './open-server.ts';
import { runTrial, type Trial } from './trial.ts';
import { runUpgrade } from './upgrade.ts';

export type OpenCombination = {
  /** Of every server, as the running programs say. */
  readonly versions: string;
  /** Throws where the product does not do what it must. */
  readonly run: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

export type Combination = {
  readonly name: string;
  /** Besides the trial of every combination. */
  readonly shows?: string;
  /** Name of a setting that selects what is run. */
  readonly setting?: string;
  readonly open: (cache: string) => Promise<OpenCombination>;
};

const POSTGRES = { '15': 'bookworm', '17': 'trixie', '18': 'sid' } as const;
const NATS = { '2.9': 'bookworm', '2.10': 'trixie', '2.15': 'sid' } as const;
type PostgresMajor = keyof typeof POSTGRES;
type NatsRelease = keyof typeof NATS;

/** The servers of the current Debian, beside the one that a row is about. */
const USUAL = { postgres: '17', nats: '2.10' } as const;

type Servers = { readonly postgres?: PostgresMajor; readonly nats?: NatsRelease; readonly nodes?: 1 | 3 };

export const COMBINATIONS: readonly Combination[] = [
  ...(['15', '17', '18'] as const).map((postgres) => plain(`postgres-${postgres}`, { postgres })),
  ...(['2.9', '2.10', '2.15'] as const).flatMap((nats) => [
    plain(`nats-${nats}`, { nats }),
    plain(`nats-${nats}-r3`, { nats, nodes: 3 }, 'a cluster with `NATS_REPLICAS=3` that loses a server on the way'),
  ]),
  plain('newest', { postgres: '18', nats: '2.15' }),
  {
    name: 'pgbouncer-1.24',
    shows: 'transaction mode, 20 connections to PostgreSQL; `migrate` and `sweeper` connect directly',
    open: (cache) => openBase(cache, {}, async (base) => withPooler(cache, base)),
  },
  documents('s3-s3rver', openS3rver),
  documents('s3-moto', (cache) => openMoto(debianRoot(cache, 'moto'))),
  {
    name: 'clamd',
    shows: 'EICAR is refused; without the scanner uploads answer 503',
    open: (cache) => openBase(cache, {}, () => withScanner(cache)),
  },
  {
    name: 'upgrade',
    setting: 'MATRIX_FROM',
    shows:
      'instead of the trial: both versions on one database in the order of [Upgrade](upgrade.md), 1,000 messages during the migration, during the end of each old role, and by the new API before the old connector; none lost, none sent twice',
    open: (cache) => openBase(cache, {}, (base) => withOldVersion(cache, base)),
  },
];

function plain(name: string, servers: Servers, shows?: string): Combination {
  return { name, ...(shows !== undefined && { shows }), open: (cache) => openBase(cache, servers) };
}

type Base = { readonly postgres: OpenServer; readonly nats: OpenNats };
type Addition = {
  readonly server?: OpenServer;
  readonly name?: string;
  readonly trial?: Trial;
  /** Instead of the trial. */
  readonly run?: () => Promise<void>;
};

/** PostgreSQL and NATS, then the server that the addition starts. */
export async function openBase(
  cache: string,
  { postgres: major = USUAL.postgres, nats: release = USUAL.nats, nodes = 1 }: Servers,
  add: (base: Base) => Promise<Addition> = async () => ({}),
): Promise<OpenCombination> {
  const opened: OpenServer[] = [];
  const stop = () => stopAll(opened);
  try {
    const postgres = await openPostgres(debianRoot(cache, POSTGRES[major]), major);
    opened.push(postgres);
    const nats = await openNats(debianRoot(cache, NATS[release]), nodes);
    opened.push(nats);
    if (!nats.version.startsWith(`${release}.`)) throw new Error(`${NATS[release]} has NATS ${nats.version}`);
    const { server, name, trial, run } = await add({ postgres, nats });
    if (server !== undefined) opened.push(server);
    const cluster: Trial = nodes === 3 ? { settings: { NATS_REPLICAS: '3' }, meanwhile: nats.loseOne } : {};
    return {
      versions: [
        `PostgreSQL ${postgres.version}`,
        `NATS ${nats.version}${nodes === 3 ? ' × 3' : ''}`,
        ...(server === undefined ? [] : [`${name} ${server.version}`]),
      ].join(', '),
      run: run ?? (() => runTrial({ databaseUrl: postgres.url, natsUrl: nats.url, ...cluster, ...trial })),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const POOLED: readonly Role[] = ['api', 'pacer', 'connector', 'recorder', 'notifier'];

/** The pooler needs the database of the trial, so it is opened with the roles. */
async function withPooler(cache: string, { postgres }: Base): Promise<Addition> {
  const root = debianRoot(cache, 'trixie');
  const probe = await openPooler(root, postgres.url);
  await probe.stop();
  let pooler: OpenServer | undefined;
  const startRoles = async (harness: Harness) => {
    pooler = await openPooler(root, harness.databaseUrl);
    await harness.startRoles(['clock']);
    await harness.startRoles(POOLED, { DATABASE_URL: pooler.url });
  };
  const server = { url: probe.url, version: probe.version, stop: async () => pooler?.stop() };
  return { server, name: 'PgBouncer', trial: { layout: [], startRoles } };
}

function documents(name: string, open: (cache: string) => Promise<OpenServer>): Combination {
  return {
    name,
    shows: 'a document is stored, read byte by byte and removed',
    open: (cache) =>
      openBase(cache, {}, async () => {
        const server = await open(cache);
        const settings = { ...S3_SETTINGS, S3_ENDPOINT: server.url };
        return { server, name: name.replace('s3-', ''), trial: { settings, also: storeDocument } };
      }),
  };
}

async function withScanner(cache: string): Promise<Addition> {
  const server = await openClamd(debianRoot(cache, 'bookworm'));
  const also: Trial['also'] = (harness, partner) => scanDocuments(harness, partner, server.stop);
  return { server, name: 'ClamAV', trial: { settings: { CLAMD_SOCKET: server.url }, also } };
}

async function withOldVersion(cache: string, { postgres, nats }: Base): Promise<Addition> {
  const { main, version } = openOldVersion(cache);
  const server = { url: main, version, stop: async () => undefined };
  const run = () => runUpgrade({ databaseUrl: postgres.url, natsUrl: nats.url, oldMain: main });
  return { server, name: 'from', run };
}
