// `npm run images`: compares deploy/images.tsv with compose.yaml and the Dockerfile, and lists the images that are not
// pinned. Needs no network.
//   --pin     reads the digest of every tag with skopeo, and writes it into all three files
//   --verify  compares the pinned digests with those of today
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  faultsOf,
  IMAGE_LIST,
  type Image,
  nameOf,
  parseImages,
  renamed,
  USERS,
  withImages,
} from './images/image-list.ts';
import { readDigest } from './images/read-digest.ts';

const { values } = parseArgs({
  options: { pin: { type: 'boolean', default: false }, verify: { type: 'boolean', default: false } },
});
const list = readFileSync(IMAGE_LIST, 'utf8');
const images = parseImages(list);

async function pin(): Promise<readonly Image[]> {
  const read = new Date().toISOString().slice(0, 10);
  const pinned: Image[] = [];
  for (const image of images) pinned.push({ ...image, digest: await readDigest(image.name, image.tag), read });
  writeFileSync(IMAGE_LIST, withImages(list, pinned));
  for (const file of USERS) writeFileSync(file, renamed(readFileSync(file, 'utf8'), pinned));
  return pinned;
}

async function moved(): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, tag, digest } of images) {
    if (digest === null) continue;
    const now = await readDigest(name, tag);
    if (now !== digest) faults.push(`${name}:${tag} is now ${now}`);
  }
  return faults;
}

const listed = values.pin ? await pin() : images;
const texts = Object.fromEntries(USERS.map((file) => [file, readFileSync(file, 'utf8')]));
const faults = [...faultsOf(listed, texts), ...(values.verify ? await moved() : [])];
for (const image of listed)
  console.log(`${nameOf(image)}${image.digest === null ? ' (not pinned)' : ` of ${image.read}`}`);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
