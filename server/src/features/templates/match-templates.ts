// Which type of traffic a text is: that of the first template in force, of its sender name, that it matches. A
// template is registered under one name and holds for the name, whichever operators it is registered with.
import type { ChannelType } from '@volley/domain/channel.ts';
import type { Moderation } from '@volley/domain/sender-status.ts';
import type { TrafficType } from '@volley/domain/tariff.ts';
import {
  compileTemplatePattern,
  matchesTemplatePattern,
  type TemplatePattern,
} from '@volley/domain/template-pattern.ts';
import { isTemplateInForce } from '@volley/domain/template-status.ts';
import type { Tx } from '../../platform/database.ts';
import { type MatchRow, selectTemplatesToMatch } from './templates.sql.ts';

export type MatchedTemplate = { readonly templateId: number; readonly trafficType: TrafficType };

export type TemplateMatcher = {
  /** Nothing will ever be found; who asks for many texts need not ask. */
  readonly isEmpty: boolean;
  find(channelType: ChannelType, senderName: string, text: string): MatchedTemplate | undefined;
};

export const NO_TEMPLATES: TemplateMatcher = { isEmpty: true, find: () => undefined };

/** The templates in force at the transaction's time. One look into an index where a company has none. */
export async function loadMatcher(tx: Tx, companyId: number, moderation: Moderation): Promise<TemplateMatcher> {
  const rows = await selectTemplatesToMatch(tx, companyId);
  const inForce = rows.filter((row) => isTemplateInForce(row, tx.now.getTime(), moderation));
  return inForce.length === 0 ? NO_TEMPLATES : matcherOf(inForce);
}

type Candidate = MatchedTemplate & { readonly pattern: TemplatePattern };

function matcherOf(rows: readonly MatchRow[]): TemplateMatcher {
  const candidates = new Map<string, Candidate[]>();
  for (const { id, channelType, senderName, templateType, pattern } of rows) {
    const key = `${channelType} ${senderName}`;
    const known = candidates.get(key) ?? [];
    known.push({ templateId: id, trafficType: templateType, pattern: compiled(pattern) });
    candidates.set(key, known);
  }
  return {
    isEmpty: false,
    find: (channelType, senderName, text) => {
      const found = candidates
        .get(`${channelType} ${senderName}`)
        ?.find(({ pattern }) => matchesTemplatePattern(pattern, text));
      return found && { templateId: found.templateId, trafficType: found.trafficType };
    },
  };
}

const COMPILED_MAX = 10_000;
const patterns = new Map<string, TemplatePattern>();

/** Every single message loads its company's templates, so what has been compiled is kept. */
function compiled(pattern: string): TemplatePattern {
  const known = patterns.get(pattern);
  if (known !== undefined) return known;
  if (patterns.size >= COMPILED_MAX) patterns.clear();
  const fresh = compileTemplatePattern(pattern);
  patterns.set(pattern, fresh);
  return fresh;
}
