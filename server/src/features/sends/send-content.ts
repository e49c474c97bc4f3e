// The content of a single message as it is sent: URLs replaced by short links, and its parts.

import { PARTS_MAX, partsOf } from '@volley/domain/planning/message-parts.ts';
import { type Refused, refused } from '@volley/domain/planning/refused.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { type ShortLink, shortenText } from '@volley/domain/short-links/short-link.ts';
import { holdsSpokenCode, isContentProblem, readContent } from '@volley/domain/text/message-content.ts';
import type { PlannedContent } from '../messages/planning/plan-message.ts';
import { withText } from '../messages/planning/special-content.ts';
import type { SendItem } from './send.ts';

export type Shortening = { readonly shortHost: string; readonly mintCode: () => string };

export type PlannedSendContent = PlannedContent & {
  readonly links: readonly ShortLink[];
  /** Its content object holds the text that is sent. */
  readonly item: SendItem;
};

const NO_SPOKEN_CODE = refused(ERROR.numberUnusable, 'Text contains no code to speak');
const TOO_LONG = refused(ERROR.textUnusable, 'Text is too long');
const NO_LINKS: readonly ShortLink[] = [];

export function contentOf(shortening: Shortening, item: SendItem): PlannedSendContent | Refused {
  const { channelType, content, settings, badText } = item;
  if (badText !== undefined) return refused(ERROR.textUnusable, badText);
  if (channelType === 'VOICECODE' && !holdsSpokenCode(content.text)) return NO_SPOKEN_CODE;
  const { text, links } = settings.shortUrl
    ? shortenText(content.text, shortening)
    : { text: content.text, links: NO_LINKS };
  const sent = links.length === 0 ? item : withShortLinks(item, text);
  // A file may have no text.
  const parts = Math.max(1, partsOf(text, channelType));
  if (parts > PARTS_MAX || (links.length > 0 && isTooLong(sent, text))) return TOO_LONG;
  return { text, parts, links, item: sent };
}

function withShortLinks(item: SendItem, text: string): SendItem {
  const { special } = item.content;
  return special === null ? item : { ...item, content: { ...item.content, special: withText(special, text) } };
}

/** Short links may be longer than the original URLs. */
const isTooLong = ({ channelType, content }: SendItem, text: string) =>
  isContentProblem(readContent(channelType, content.special ?? text));
