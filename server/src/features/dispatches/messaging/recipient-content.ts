// The content of a recipient of a messaging dispatch: rendered texts, short links, and the object that holds them.

import { must } from '@volley/domain/must.ts';
import { partsOf } from '@volley/domain/planning/message-parts.ts';
import {
  EMPTY_TEXT,
  isRefused,
  missingValue,
  RENDERED_TOO_LONG,
  type Refused,
  refused,
} from '@volley/domain/planning/refused.ts';
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

const NO_LINKS: readonly ShortLink[] = [];

export function contentReader(rules: ContentRules): (recipient: Recipient) => RecipientContent | Refused {
  const texts = [rules.text, ...rules.steps.map(({ content }) => content.text)].map(compileText);
  return (recipient) => {
    const rendered = renderAll(texts, recipient);
    if (isRefused(rendered)) return rendered;
    const [first, ...following] = rendered;
    const original = must(first, 'text of the first step');
    const { text, links } = rules.shortening
      ? shortenText(original, rules.shortening)
      : { text: original, links: NO_LINKS };
    const special = rules.special === null ? null : withText(rules.special, text);
    const problem = problemOf(rules.channelType, special ?? text) ?? problemOfSteps(rules.steps, following);
    if (problem !== undefined) return problem;
    // A file may have no text.
    const parts = Math.max(1, partsOf(text, rules.channelType));
    return { text, parts, original, links, special, following };
  };
}

/** The text and the texts of the steps with the values of the recipient. A custom text replaces the first. */
function renderAll(texts: readonly CompiledText[], recipient: Recipient): string[] | Refused {
  const rendered: string[] = [];
  for (const [place, text] of texts.entries()) {
    const found = place === 0 ? recipientText(text, recipient) : renderText(text, recipient.substitutions);
    if (!('text' in found)) return 'missing' in found ? missingValue(found.missing) : RENDERED_TOO_LONG;
    // A file may have no text, but not a text that its values empty.
    if (found.text.trim() === '' && found.text !== text.plain?.text) return EMPTY_TEXT;
    rendered.push(found.text);
  }
  return rendered;
}

function problemOf(channelType: ChannelType, content: unknown, shortUrl = false): Refused | undefined {
  const found = readContent(channelType, content, shortUrl);
  const [problem] = isContentProblem(found) ? found.problems : [];
  return problem && refused(ERROR.textUnusable, `Text is not usable: it ${problem.problem}`);
}

/** A step would fail only when its turn comes. */
function problemOfSteps(steps: readonly StoredStep[], texts: readonly string[]): Refused | undefined {
  for (const [place, { channelType, content, shortUrl }] of steps.entries()) {
    const text = must(texts[place], `text of step ${place}`);
    const problem = problemOf(channelType, content.special === null ? text : withText(content.special, text), shortUrl);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
