// Servers for documents: two implementations of S3, and the virus scanner with the signature of the EICAR test file.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accepts } from '@volley/bench/harness/accepts.ts';
import { type Child, startChild } from '@volley/bench/harness/child-process.ts';
import { freePort } from '@volley/bench/harness/free-port.ts';
import { textAt } from '@volley/bench/harness/json.ts';
import { waitFor } from '@volley/bench/harness/wait.ts';
import { run } from '../built/run-program.ts';
import type { OpenServer } from './open-server.ts';
import { programIn, runRooted, startRooted } from './rooted-program.ts';

export const S3_SETTINGS = { FILE_STORE: 's3', S3_BUCKET: 'documents', S3_KEY_ID: 'S3RVER', S3_SECRET: 'S3RVER' };
/** Not among the packages of this repository: the last release is from 2021. */
const S3RVER = '3.7.1';
const READY_MS = 120_000;

/** The npm package s3rver; installed into the folder at the first use. */
export async function openS3rver(cache: string): Promise<OpenServer> {
  const home = join(cache, 's3rver');
  const installed = join(home, 'node_modules/s3rver');
  if (!existsSync(installed)) {
    mkdirSync(home, { recursive: true });
    run('npm', ['install', '--prefix', home, '--no-save', '--no-audit', '--no-fund', '--silent', `s3rver@${S3RVER}`]);
  }
  const folder = mkdtempSync(join(tmpdir(), 'matrix-s3-'));
  const port = await freePort();
  const place = ['-d', folder, '-a', '127.0.0.1', '-p', String(port), '--configure-bucket', S3_SETTINGS.S3_BUCKET];
  const child = await startChild({
    name: 's3rver',
    command: process.execPath,
    args: [join(installed, 'bin/s3rver.js'), ...place],
    logFile: join(folder, 's3rver.log'),
  });
  const version = textAt(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')), 'version');
  return serving({ child, port, folder, version, url: `http://127.0.0.1:${port}` });
}

/** The S3 of Moto, in Python. It knows no accounts: any signature is good. */
export async function openMoto(root: string): Promise<OpenServer> {
  const folder = mkdtempSync(join(tmpdir(), 'matrix-s3-'));
  const port = await freePort();
  const python = programIn(root, 'usr/bin/python3');
  const version = (await runRooted({ root, folder }, [python, '-c', 'import moto; print(moto.__version__)'])).trim();
  const child = await startRooted({ root, folder }, [
    python,
    '-m',
    'moto.server',
    '-H',
    '127.0.0.1',
    '-p',
    String(port),
  ]);
  const server = await serving({ child, port, folder, version, url: `http://127.0.0.1:${port}` });
  const { status } = await fetch(`${server.url}/${S3_SETTINGS.S3_BUCKET}`, { method: 'PUT' });
  if (status === 200) return server;
  await server.stop();
  throw new Error(`moto refused to make a bucket with ${status}`);
}

/** Any file that contains this line is infected. */
export const EICAR = String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}` + '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';

/** clamd with one local signature and no others: freshclam's servers are not needed. */
export async function openClamd(root: string): Promise<OpenServer> {
  const folder = mkdtempSync(join(tmpdir(), 'matrix-clamd-'));
  const port = await freePort();
  mkdirSync(join(folder, 'signatures'));
  const signature = `Eicar-Test-Signature:0:*:${Buffer.from(EICAR).toString('hex')}\n`;
  writeFileSync(join(folder, 'signatures/local.ndb'), signature);
  const lines = ['DatabaseDirectory /data/signatures', 'TCPAddr 127.0.0.1', `TCPSocket ${port}`, 'Foreground yes'];
  writeFileSync(join(folder, 'clamd.conf'), `${lines.join('\n')}\n`);
  const program = programIn(root, 'usr/sbin/clamd');
  const words = [program, '--config-file=/data/clamd.conf'];
  const version = /ClamAV ([\d.]+)/.exec(await runRooted({ root, folder }, [...words, '--version']))?.[1] ?? '';
  const child = await startRooted({ root, folder }, words);
  return serving({ child, port, folder, version, url: `127.0.0.1:${port}` });
}

type Started = Pick<OpenServer, 'url' | 'version'> & { child: Child; port: number; folder: string };

async function serving({ child, port, folder, url, version }: Started): Promise<OpenServer> {
  const stop = async () => {
    await child.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await waitFor(child.name, () => accepts(port), { timeoutMs: READY_MS });
    return { url, version, stop };
  } catch (error) {
    const said = readFileSync(child.logFile, 'utf8').slice(-1_000);
    await stop();
    throw new Error(`${child.name} did not start:\n${said}`, { cause: error });
  }
}
