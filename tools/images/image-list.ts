// deploy/images.tsv: the images of other projects by exact tag, with digest and day once they are pinned. compose.yaml
// and the Dockerfile name them in the same form.

export type Image = {
  readonly name: string;
  readonly tag: string;
  /** Null: not pinned yet. */
  readonly digest: string | null;
  /** Day on which the digest was read. */
  readonly read: string | null;
};

export const IMAGE_LIST = 'deploy/images.tsv';
/** The files that name images. */
export const USERS = ['compose.yaml', 'Dockerfile'] as const;

const DIGEST = /^sha256:[0-9a-f]{64}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** A tag such as `24-slim` or `stable` moves to another version by itself. */
const EXACT_TAG = /^v?\d+(\.\d+){1,2}(-[a-z]+)?$/;
/** Images whose exact versions have two numbers: PostgreSQL has no third. */
const TWO_NUMBERS = new Set(['postgres']);

export function parseImages(text: string): Image[] {
  const [, ...rows] = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return rows.map((row) => {
    const [name = '', tag = '', digest = '', read = ''] = row.split('\t');
    return { name, tag, digest: digest === '-' ? null : digest, read: read === '-' ? null : read };
  });
}

/** Writes the rows behind the head of the list. */
export function withImages(text: string, images: readonly Image[]): string {
  const head = text.split('\n').filter((line) => line.startsWith('#') || line.startsWith('name\t'));
  const rows = images.map(({ name, tag, digest, read }) => [name, tag, digest ?? '-', read ?? '-'].join('\t'));
  return [...head, ...rows, ''].join('\n');
}

export const nameOf = ({ name, tag, digest }: Image): string => `${name}:${tag}${digest === null ? '' : `@${digest}`}`;

/** `image:` of compose and the base of the Dockerfile. The images built here have no tag. */
const NAMED = /^(?: +image: |ARG \w+_IMAGE=)(\S+:\S+)$/gm;

export const imagesIn = (text: string): string[] => [...text.matchAll(NAMED)].map(([, name = '']) => name);

/** Replaces the names of the listed images. */
export function renamed(text: string, images: readonly Image[]): string {
  return text.replaceAll(NAMED, (line, used: string) => {
    const image = images.find(({ name, tag }) => used === `${name}:${tag}` || used.startsWith(`${name}:${tag}@`));
    return image === undefined ? line : line.replace(used, nameOf(image));
  });
}

export function faultsOf(images: readonly Image[], texts: Readonly<Record<string, string>>): string[] {
  const listed = images.map(nameOf);
  const used = Object.entries(texts).flatMap(([file, text]) => imagesIn(text).map((name) => ({ file, name })));
  return [
    ...images.flatMap(faultsOfRow),
    ...used.filter(({ name }) => !listed.includes(name)).map(({ file, name }) => `${file} uses ${name}, unlisted`),
    ...listed.filter((name) => !used.some((one) => one.name === name)).map((name) => `${name} is not used`),
  ];
}

function faultsOfRow(image: Image): string[] {
  const { name, tag, digest, read } = image;
  const numbers = tag.split('-', 1)[0]?.split('.').length ?? 0;
  const isExact = EXACT_TAG.test(tag) && (numbers === 3 || (TWO_NUMBERS.has(name) && numbers === 2));
  return [
    ...(isExact ? [] : [`the tag ${tag} of ${name} is no exact version`]),
    ...(digest === null || DIGEST.test(digest) ? [] : [`the digest ${digest} of ${name} is no SHA-256`]),
    ...((digest === null) === (read === null) && (read === null || DAY.test(read))
      ? []
      : [`the day ${read} of ${name} does not go with its digest`]),
  ];
}
