// The content of a message by channel, from the table that the service reads messages by. The OpenAPI document shows
// it, and the types and checks of the client are made from it.
import { CHANNEL_TYPES, type ChannelType } from '@volley/domain/sending/channel.ts';
import {
  CONTENT_FORMS,
  CONTENT_FRAME,
  type ContentForm,
  type ContentMember,
  type ContentMembers,
  membersOf,
} from '@volley/domain/text/content-forms.ts';
import Type, { type TObject, type TSchema } from 'typebox';
import { oneOf } from '../fields.ts';

/** A plain text, or an object of one of the forms of the channel. The first form is the default. */
type ContentSchemas = { readonly [Channel in ChannelType]: readonly TObject[] };

/** Texts that are too short or too long refuse their message only, so no schema of a request has their lengths. */
const lengths = (min: number, max: number) => ({ ...(min > 0 && { minLength: min }), maxLength: max, 'x-item': true });

/** Schemas of the content objects of every channel. */
export const CONTENT_BY_CHANNEL = Object.fromEntries(
  CHANNEL_TYPES.map((channel): [ChannelType, readonly TObject[]] => [
    channel,
    CONTENT_FORMS[channel].map((form, at) => formSchema(form, at === 0)),
  ]),
) as ContentSchemas; // every channel is an entry

function formSchema(form: ContentForm, isDefault: boolean): TObject {
  const { title, contentTypes } = form;
  const type = oneOf(contentTypes);
  return Type.Object({ contentType: isDefault ? Type.Optional(type) : type, ...schemasOf(membersOf(form)) }, { title });
}

function schemasOf(members: ContentMembers): Record<string, TSchema> {
  const known = Object.entries(members).filter(([, { kind }]) => kind !== 'absent');
  return Object.fromEntries(
    known.map(([name, member]) => {
      const schema = memberSchema(member);
      return [name, member.isOptional === true ? Type.Optional(schema) : schema];
    }),
  );
}

function memberSchema(member: ContentMember): TSchema {
  const about = member.about === undefined ? {} : { description: member.about };
  switch (member.kind) {
    case 'line':
    case 'digits':
      return Type.String({ ...lengths(member.min, member.max), ...about });
    case 'short':
      return Type.String({ ...lengths(0, member.max), ...about });
    case 'choice':
      return Type.Unsafe<string>({ ...oneOf(member.of), ...about });
    case 'number':
      return Type.Number({ minimum: member.min, maximum: member.max, ...about });
    case 'address':
      return Type.String({ maxLength: 2_048, ...about });
    case 'object':
      return Type.Object({}, about);
    case 'part':
      return Type.Object(schemasOf(member.members), { title: member.title, ...about });
    case 'list':
      return Type.Array(Type.Object(schemasOf(member.members), { title: member.title }), {
        maxItems: member.max,
        ...about,
      });
    case 'absent':
      throw new Error('an absent member has no schema');
  }
}

const count = (value: number): string => value.toLocaleString('en-US');

/** Rules beside the members. */
const NOTES: Partial<Readonly<Record<ChannelType, string>>> = {
  SMS: '1 to 10 parts, without a byte-order mark',
  FLASHCALL: 'the calling number ends with the code',
  VOICECODE: 'with a code of 4 to 8 digits',
};

/** One row per group of channels with the same content. */
function tableRows(): string[] {
  const byWords = Map.groupBy(CHANNEL_TYPES, (channel) => {
    const forms = CONTENT_FORMS[channel];
    const words = forms.map((form) => formWords(form, forms.length > 1)).join('; ');
    return NOTES[channel] === undefined ? words : `${words}, ${NOTES[channel]}`;
  });
  return [...byWords].map(([words, channels]) => `| ${channels.join(', ')} | ${words} |`);
}

function formWords({ contentTypes, members, isFramed }: ContentForm, isOneOfSeveral: boolean): string {
  const types = isOneOfSeveral || contentTypes.length > 1 ? `\`contentType\` ${contentTypes.join(', ')}: ` : '';
  return `${types}${membersWords(members)}${isFramed === true ? ', frame' : ''}`;
}

function membersWords(members: ContentMembers): string {
  const known = Object.entries(members).filter(([, { kind }]) => kind !== 'absent');
  const [optional, required] = [true, false].map((wanted) =>
    known
      .filter(([, { isOptional = false }]) => isOptional === wanted)
      .map(([name, member]) => `\`${name}\`${limitWords(member)}`)
      .join(', '),
  );
  return [required, optional === '' ? '' : `optional ${optional}`].filter((words) => words !== '').join(', ');
}

function limitWords(member: ContentMember): string {
  switch (member.kind) {
    case 'line':
      return ` of ${member.min} to ${count(member.max)} characters`;
    case 'digits':
      return ` of ${member.min} digits, up to ${member.max} for accounts with that option`;
    case 'short':
      return ` up to ${count(member.max)}`;
    case 'choice':
      return ` ${member.of.join(' or ')}`;
    case 'number':
      return ` ${member.min} to ${member.max}`;
    case 'address':
      return member.protocols.length === 1 ? ' (https)' : '';
    case 'part':
      return 'text' in member.members ? ` with ${membersWords(member.members)}` : '';
    case 'object':
    case 'list':
    case 'absent':
      return '';
  }
}

function keyboardWords(): string {
  const { keyboard } = CONTENT_FRAME;
  const buttons = keyboard?.kind === 'part' ? keyboard.members['buttons'] : undefined;
  if (buttons?.kind !== 'list') throw new Error('the frame has no keyboard with buttons');
  return `A \`keyboard\` has \`buttons\`, up to ${buttons.max} with ${membersWords(buttons.members)}.`;
}

export const CONTENT_DESCRIPTION = [
  'A text, or an object with `contentType`; a text means `{"contentType": "text", "text": …}`; an object without `contentType` has type `text` (on PUSH: `push`).',
  '',
  '| Channel | Content |',
  '|---|---|',
  ...tableRows(),
  '',
  `A frame is ${membersWords(CONTENT_FRAME)}. ${keyboardWords()}`,
].join('\n');

/** The members of all channels in one object, for the readers of the documentation. */
function contentObject(): TObject {
  const schemas = Object.values(CONTENT_BY_CHANNEL).flat();
  const types = [...new Set(Object.values(CONTENT_FORMS).flatMap((forms) => forms.flatMap((one) => one.contentTypes)))];
  const members = Object.fromEntries(
    schemas.flatMap(({ properties }) =>
      Object.entries(properties).map(([name, schema]): [string, TSchema] => [name, Type.Optional(bare(schema))]),
    ),
  );
  return Type.Object(
    { ...members, contentType: Type.Optional(oneOf(types)) },
    { title: 'ContentObject', description: 'the channel decides which members it takes' },
  );
}

/** Lengths differ between channels. */
function bare(schema: TSchema): TSchema {
  const { minLength: _min, maxLength: _max, 'x-item': _item, ...rest } = { ...schema } as Record<string, unknown>;
  return rest;
}

/** The same for readers of the documentation. */
export const CONTENT_SHOWN = {
  Content: { description: CONTENT_DESCRIPTION, oneOf: [{ type: 'string' }, contentObject()] },
};
