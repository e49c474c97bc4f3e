// Contents of messages by number. Viber has a text, a picture, or a text with one button and perhaps a picture; VK and
// MAX by number have a text.
import { listOf, membersOf, textOf } from '../json-members.ts';
import type { Submission } from '../link-job.ts';

export type ViberContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly imageUrl: string }
  | {
      readonly kind: 'button';
      readonly text: string;
      readonly caption: string;
      readonly action: string;
      /** Empty: none. */
      readonly imageUrl: string;
    };

type Content = Pick<Submission, 'text' | 'special'>;

const TEXT_TYPES: readonly unknown[] = ['text', 'authentication', undefined];

/** Undefined: the message has a part that would be lost. */
export function plainTextOf({ text, special = {} }: Content): string | undefined {
  const isPlain = TEXT_TYPES.includes(special['contentType']) && textOf(special['imageUrl']) === '';
  return isPlain && buttonsOf(special).length === 0 && !hasFrame(special) ? text : undefined;
}

/** Undefined: Viber has no such message. */
export function viberContentOf({ text, special = {} }: Content): ViberContent | undefined {
  if (hasFrame(special)) return undefined;
  switch (special['contentType']) {
    case 'button':
      return composed(text, textOf(special['imageUrl']), [textOf(special['caption']), textOf(special['action'])]);
    case 'image':
      return composed(text, textOf(special['fileUrl']), keyOf(special));
    default:
      return TEXT_TYPES.includes(special['contentType']) ? composed(text, '', keyOf(special)) : undefined;
  }
}

type Key = readonly [caption: string, action: string];

function composed(text: string, imageUrl: string, key: Key | undefined): ViberContent | undefined {
  if (key === undefined) return undefined;
  const [caption, action] = key;
  if (caption !== '' && action !== '' && text !== '') return { kind: 'button', text, caption, action, imageUrl };
  if (caption !== '' || action !== '') return undefined;
  if (imageUrl === '') return { kind: 'text', text };
  return text === '' ? { kind: 'image', imageUrl } : undefined;
}

/** The one button of a keyboard, empty if there is none. Undefined: Viber has no such buttons. */
function keyOf(special: Readonly<Record<string, unknown>>): Key | undefined {
  const buttons = buttonsOf(special).map(membersOf);
  const [first] = buttons;
  if (first === undefined) return ['', ''];
  return buttons.length === 1 && first['type'] === 'url' ? [textOf(first['text']), textOf(first['value'])] : undefined;
}

const buttonsOf = (special: Readonly<Record<string, unknown>>): readonly unknown[] =>
  listOf(membersOf(special['keyboard'])['buttons']);

const hasFrame = ({ header = null, footer = null }: Readonly<Record<string, unknown>>): boolean =>
  header !== null || footer !== null;
