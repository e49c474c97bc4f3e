// `npm run image`: builds the image with buildah in a chroot on a base made by debootstrap, starts `migrate`, every
// role in a process of its own and the simulator from its root filesystem, and sends a message that must be delivered.
// It shows that the Dockerfile builds and that its filesystem, user, environment and entry point work. It does not show
// what only an engine does: namespaces, health checks, volumes, limits of resources. Needs root, buildah and
// debootstrap.
//   --folder DIR   where the base and the storage are kept (default /var/tmp/volley-image)
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openBuildah } from './built/buildah.ts';
import { openImage } from './built/built-image.ts';
import { baseNameOf, storeBase } from './built/debian-image.ts';
import { deliverMessage } from './built/deliver-message.ts';

const IMAGE = 'localhost/volley';

const { values } = parseArgs({ options: { folder: { type: 'string', default: '/var/tmp/volley-image' } } });
mkdirSync(values.folder, { recursive: true });
const startedAt = performance.now();
const say = (text: string): void => console.log(`${Math.round((performance.now() - startedAt) / 1_000)} s: ${text}`);

const buildah = openBuildah(values.folder);
const base = baseNameOf('Dockerfile');
storeBase(buildah, values.folder, base);
say('base stored');
buildah('build', '--format', 'docker', '--pull-never', '--build-arg', `NODE_IMAGE=${base}`, '--tag', IMAGE, '.');
say('image built');
const image = openImage(buildah, IMAGE, mkdtempSync(join(tmpdir(), 'volley-image-')));
try {
  await deliverMessage(image, say);
} finally {
  image.remove();
}
say('delivered');
