// The content of a message in the words of the Cloud API: a template, or within the session a text, a file or a text
// with buttons.
import type { FilledTemplate } from '@volley/domain/templates/provider-template.ts';
import type { Prepared } from '../dialect.ts';
import { listOf, type Members, membersOf, textOf } from '../json-members.ts';
import type { Submission } from '../link-job.ts';

type CloudMessage = { readonly type: string } & Members;
/** Why the message cannot be said; shown as the provider's code. */
type Problem = { readonly problem: 'window' | 'buttons' | 'caption' | 'text' | `template ${string}` };

const REPLIES_MAX = 3;
const BUTTON_LENGTH_MAX = 20;
const TEXT_LENGTH_MAX = 4_096;
/** A text beside buttons or a file is shorter than a plain one. */
const BESIDE_LENGTH_MAX = 1_024;
const FILE_TYPES = ['image', 'video', 'document', 'audio'];

export const isProblem = (message: CloudMessage | Problem): message is Problem => 'problem' in message;

/** `mediaId`: the file was uploaded. */
export function messageOf({ session, special, text }: Submission, { mediaId }: Prepared = {}): CloudMessage | Problem {
  const file = fileOf(special, mediaId);
  const refusedAs = session?.template?.refusedAs;
  if (refusedAs !== undefined) return { problem: `template ${refusedAs}` };
  if (session?.template !== undefined) return templateMessage(session.template, file);
  if (session?.isOpen !== true) return { problem: 'window' };
  const buttons = listOf(membersOf(special?.['keyboard'])['buttons']).map(membersOf);
  if (buttons.length > 0) return interactiveMessage({ text, special, buttons, file });
  if (file !== undefined) return fileMessage(file, text, special);
  const body = framed(text, special);
  return lengthOf(body) > TEXT_LENGTH_MAX ? { problem: 'text' } : { type: 'text', text: { body, preview_url: true } };
}

type File = { readonly type: string; readonly content: Members };

const fileTypeOf = (special: Submission['special']) => FILE_TYPES.find((known) => known === special?.['contentType']);

/** Undefined: the message has no file. */
export const fileUrlOf = (special: Submission['special']): string | undefined =>
  fileTypeOf(special) === undefined ? undefined : textOf(special?.['fileUrl']);

function fileOf(special: Submission['special'], mediaId: string | undefined): File | undefined {
  const type = fileTypeOf(special);
  if (type === undefined) return undefined;
  const fileName = textOf(special?.['fileName']);
  const place = mediaId === undefined ? { link: textOf(special?.['fileUrl']) } : { id: mediaId };
  const name = type === 'document' && fileName !== '' ? { filename: fileName } : {};
  return { type, content: { ...place, ...name } };
}

/** The buttons and the frame of a template are those that Meta has approved. */
function templateMessage(template: FilledTemplate, file: File | undefined): CloudMessage {
  const { name, language, values, isCode } = template;
  const parameters = values.map((text) => ({ type: 'text', text }));
  const header =
    file === undefined ? [] : [{ type: 'header', parameters: [{ type: file.type, [file.type]: file.content }] }];
  const body = parameters.length === 0 ? [] : [{ type: 'body', parameters }];
  // The button that copies the code.
  const button = isCode && body.length > 0 ? [{ type: 'button', sub_type: 'url', index: '0', parameters }] : [];
  const components = [...header, ...body, ...button];
  return {
    type: 'template',
    template: { name, language: { code: language }, ...(components.length > 0 && { components }) },
  };
}

function fileMessage({ type, content }: File, text: string, special: Submission['special']): CloudMessage | Problem {
  const caption = framed(text, special);
  if (caption === '') return { type, [type]: content };
  // WhatsApp shows no text beside a sound.
  if (type === 'audio' || lengthOf(caption) > BESIDE_LENGTH_MAX) return { problem: 'caption' };
  return { type, [type]: { ...content, caption } };
}

type Interactive = {
  readonly text: string;
  readonly special: Submission['special'];
  readonly buttons: readonly Members[];
  readonly file: File | undefined;
};

function interactiveMessage({ text, special, buttons, file }: Interactive): CloudMessage | Problem {
  const action = actionOf(buttons);
  if (action === undefined) return { problem: 'buttons' };
  if (text === '' || lengthOf(text) > BESIDE_LENGTH_MAX || file?.type === 'audio') return { problem: 'caption' };
  const [title, footer] = [lineOf(special, 'header'), lineOf(special, 'footer')];
  const header =
    file === undefined
      ? title !== '' && { header: { type: 'text', text: title } }
      : { header: { type: file.type, [file.type]: file.content } };
  return {
    type: 'interactive',
    interactive: { ...header, body: { text }, ...(footer !== '' && { footer: { text: footer } }), ...action },
  };
}

/** Up to three replies, or one link; the provider has no other buttons outside templates. */
function actionOf(buttons: readonly Members[]): object | undefined {
  const texts = buttons.map(({ text }) => textOf(text));
  if (texts.some((text) => text === '' || lengthOf(text) > BUTTON_LENGTH_MAX)) return undefined;
  if (buttons.length <= REPLIES_MAX && buttons.every(({ type }) => type === 'reply'))
    return {
      type: 'button',
      action: { buttons: texts.map((title, at) => ({ type: 'reply', reply: { id: String(at + 1), title } })) },
    };
  const [link] = buttons;
  if (buttons.length > 1 || link?.['type'] !== 'url') return undefined;
  const parameters = { display_text: texts[0], url: textOf(link['value']) };
  return { type: 'cta_url', action: { name: 'cta_url', parameters } };
}

const lineOf = (special: Submission['special'], name: string): string => textOf(membersOf(special?.[name])['text']);

/** Without buttons WhatsApp has no header and no footer, so they are lines of the text. */
const framed = (text: string, special: Submission['special']): string =>
  [lineOf(special, 'header'), text, lineOf(special, 'footer')].filter((line) => line !== '').join('\n\n');

const lengthOf = (text: string): number => Array.from(text).length;
