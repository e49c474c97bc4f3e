// The content of a recipient of a messaging dispatch: rendered texts, short links, and the object that holds them.

import { must } from '@volley/domain/must.ts';
import { partsOf } from '@volley/domain/planning/message-parts.ts';
import { type Refused, refused } from '@volley/domain/planning/refused.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { type ShortLink, shortenText } from '@volley/domain/short-links/short-link.ts';
import { isContentProblem, readContent } from '@volley/domain/text/message-content.ts';
import { type CompiledText, compileText, renderText } from '@volley/domain/text/text-substitution.ts';
import type { PlannedContent } from '../../messages/planning/plan-message.ts';
import { type Recipient, recipientText } from '../../messages/planning/recipient-text.ts';
import { withText } from '../../messages/planning/special-content.ts';
import type { StoredStep } from '../../messages/stored-step.ts';
import type { SpecialContent } from '../../queue/batches/batch.ts';

export type DispatchRecipient = Recipient & { readonly externalMessageId?: string };

export type ContentRules = {
  readonly channelType: ChannelType;
  readonly text: string;
  readonly special: SpecialContent | null;
  readonly steps: readonly StoredStep[];
  /** Undefined: URLs are not shortened. */
  readonly shortening: { readonly shortHost: string; mintCode(): string } | undefined;
};

export type RecipientContent = PlannedContent & {
  /** The text before URLs are shortened. */
  readonly original: string;
  readonly links: readonly ShortLink[];
  readonly special: SpecialContent | null;
  /** The texts of the further steps. */
  readonly following: readonly string[];
};

const UNUSABLE = refused(ERROR.textUnusable, 'Text is not usable');
const NO_LINKS: readonly ShortLink[] = [];

export function contentReader(rules: ContentRules): (recipient: Recipient) => RecipientContent | Refused {
  const texts = [rules.text, ...rules.steps.map(({ content }) => content.text)].map(compileText);
  return (recipient) => {
    const rendered = renderAll(texts, recipient);
    if (rendered === undefined) return UNUSABLE;
    const [first, ...following] = rendered;
    const original = must(first, 'text of the first step');
    const { text, links } = rules.shortening
      ? shortenText(original, rules.shortening)
      : { text: original, links: NO_LINKS };
    const special = rules.special === null ? null : withText(rules.special, text);
    if (isContentProblem(readContent(rules.channelType, special ?? text))) return UNUSABLE;
    // A file may have no text.
    const parts = Math.max(1, partsOf(text, rules.channelType));
    return { text, parts, original, links, special, following };
  };
}

/**
 * The text and the texts of the steps; undefined if a value is missing or a text is empty after substitution. A custom
 * text replaces the first. A file may have no text.
 */
function renderAll(texts: readonly CompiledText[], recipient: Recipient): string[] | undefined {
  const rendered: string[] = [];
  for (const [place, text] of texts.entries()) {
    const found = place === 0 ? recipientText(text, recipient) : renderText(text, recipient.substitutions);
    if (!('text' in found) || (found.text === '' && text.plain?.text !== '')) return undefined;
    rendered.push(found.text);
  }
  return rendered;
}
