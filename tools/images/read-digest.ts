// The digest of a tag, read by `skopeo` (a Debian package) from the registry that container tools use for such a name.
// For several platforms it is the digest of their list.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const TIMEOUT_MS = 60_000;

export async function readDigest(name: string, tag: string): Promise<string> {
  const inspect = ['inspect', '--format', '{{.Digest}}', `docker://${name}:${tag}`];
  const { stdout } = await promisify(execFile)('skopeo', inspect, { timeout: TIMEOUT_MS });
  return stdout.trim();
}
