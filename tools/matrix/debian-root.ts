// Server programs of other Debian suites than the one of this machine: their packages, with the libraries they need,
// are unpacked into a folder and run with that folder as root. Nothing is installed on this machine. apt works with
// lists and a cache of its own, and checks signatures and digests.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from '../built/run-program.ts';

/** Root → the packages with the programs that the matrix starts. `dash` is the shell that initdb calls. */
const ROOTS = {
  bookworm: { suite: 'bookworm', packages: ['postgresql-15', 'nats-server', 'clamav-daemon', 'dash', 'tzdata'] },
  trixie: { suite: 'trixie', packages: ['postgresql-17', 'nats-server', 'pgbouncer', 'dash', 'tzdata'] },
  sid: { suite: 'sid', packages: ['postgresql-18', 'nats-server', 'dash', 'tzdata'] },
  moto: { suite: 'trixie', packages: ['python3-moto', 'python3-flask-cors', 'python3-yaml'] },
} as const;

export type DebianRoot = keyof typeof ROOTS;

/** Needed to install or to administer the programs, not to run them. */
const SPARED =
  /^(perl|libperl|lib.+-perl$|debconf|dpkg|tar$|passwd|login|adduser|procps|libproc2|locales|libc-l10n|systemd$|libsystemd-shared|ucf|sensible-utils|netbase|ssl-cert|openssl$|postgresql-(common|client)|libllvm|libz3|clamav-(freshclam|base)|base-passwd|init-system-helpers|sysvinit-utils|libsemanage|libsepol)/;

const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const DAY_MS = 86_400_000;
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
/** As in Debian since the merge of /usr. */
const MERGED = ['bin', 'sbin', 'lib', 'lib64'];
/** Users of the programs inside; ids of this machine mean nothing there. */
export const ROOT_USER = 900;
const PASSWD = `root:x:0:0::/:/bin/sh\nserver:x:${ROOT_USER}:${ROOT_USER}::/tmp:/bin/sh\n`;
const GROUP = `root:x:0:\nserver:x:${ROOT_USER}:\n`;

/** The folder of a root; packages from an earlier call are used again. */
export function debianRoot(folder: string, name: DebianRoot): string {
  const root = join(folder, name);
  if (existsSync(root)) return root;
  const draft = `${root}.draft`;
  rmSync(draft, { recursive: true, force: true });
  const packages = join(draft, 'packages');
  mkdirSync(packages, { recursive: true });
  const { suite, packages: wanted } = ROOTS[name];
  const apt = openApt(folder, suite);
  // As on a machine without any package, so that every library is named.
  const plan = run('apt-get', [...apt, '--simulate', 'install', ...wanted]);
  const names = [...plan.matchAll(/^Inst (\S+)/gm)].map(([, found = '']) => found);
  run('apt-get', [...apt, 'download', ...names.filter((found) => !SPARED.test(found))], { cwd: packages });
  for (const part of MERGED) {
    mkdirSync(join(draft, 'usr', part), { recursive: true });
    symlinkSync(`usr/${part}`, join(draft, part));
  }
  for (const file of readdirSync(packages)) unpack(join(packages, file), draft);
  rmSync(packages, { recursive: true });
  for (const part of ['proc', 'dev', 'data', 'tmp', 'etc', 'run']) mkdirSync(join(draft, part), { recursive: true });
  run('chmod', ['1777', join(draft, 'tmp')]);
  mkdirSync(join(draft, dirname(CERTIFICATES)), { recursive: true });
  copyFileSync(CERTIFICATES, join(draft, CERTIFICATES));
  writeFileSync(join(draft, 'etc/passwd'), PASSWD);
  writeFileSync(join(draft, 'etc/group'), GROUP);
  // A folder that is there under its final name is complete.
  renameSync(draft, root);
  return root;
}

/** Through tar, because dpkg-deb -x would replace the links of the merged folders. */
function unpack(file: string, root: string): void {
  run('sh', ['-ec', 'dpkg-deb --fsys-tarfile "$0" | tar --extract --keep-directory-symlink -C "$1"', file, root]);
}

/** Options of apt for the suite; refreshes its lists once a day. */
function openApt(folder: string, suite: string): readonly string[] {
  const state = join(folder, 'apt', suite);
  const lists = join(state, 'lists');
  for (const path of [join(lists, 'partial'), join(state, 'cache/archives/partial')])
    mkdirSync(path, { recursive: true });
  const source = (address: string, name: string) =>
    `deb [signed-by=${KEYRING}] http://deb.debian.org/${address} ${name} main\n`;
  const security = suite === 'sid' ? '' : source('debian-security', `${suite}-security`);
  writeFileSync(join(state, 'sources.list'), source('debian', suite) + security);
  writeFileSync(join(state, 'status'), '');
  const settings = {
    'Dir::Etc::sourcelist': join(state, 'sources.list'),
    'Dir::Etc::sourceparts': '-',
    'Dir::State::lists': lists,
    'Dir::State::status': join(state, 'status'),
    'Dir::Cache': join(state, 'cache'),
    'APT::Install-Recommends': 'false',
    'APT::Sandbox::User': 'root',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const stamp = join(state, 'updated');
  if (!existsSync(stamp) || Date.now() - statSync(stamp).mtimeMs > DAY_MS) {
    run('apt-get', [...options, 'update']);
    writeFileSync(stamp, '');
  }
  return options;
}
