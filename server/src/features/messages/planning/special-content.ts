import type { ContentObject } from '@volley/domain/text/content-members.ts';

/** Members that may hold the text; the first present member is used. */
const TEXT_MEMBERS = ['text', 'caption', 'title'];

/** The content object with another text. */
export function withText(special: ContentObject, text: string): ContentObject {
  const member = TEXT_MEMBERS.find((name) => typeof special[name] === 'string');
  return member === undefined ? special : { ...special, [member]: text };
}
