// Traffic type of a text: that of the first matching template in force of its sender name. A template holds for the
// name with every operator.

import type { TrafficType } from '@volley/domain/money/tariff.ts';
import type { Moderation } from '@volley/domain/senders/sender-status.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import {
  compileTemplatePattern,
  matchesTemplatePattern,
  type TemplatePattern,
} from '@volley/domain/templates/template-pattern.ts';
import { isTemplateInForce } from '@volley/domain/templates/template-status.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type MatchRow, selectTemplatesToMatch } from './templates.sql.ts';

export type MatchedTemplate = { readonly templateId: number; readonly trafficType: TrafficType };

export type TemplateMatcher = {
  /** True: `find` never finds a template, so callers may skip it. */
  readonly isEmpty: boolean;
  find(channelType: ChannelType, senderName: string, text: string): MatchedTemplate | undefined;
};

export const NO_TEMPLATES: TemplateMatcher = { isEmpty: true, find: () => undefined };

/** Templates in force at the transaction's time. A company without templates costs one index look-up. */
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

/** Cached: every single message loads the templates of its company. */
function compiled(pattern: string): TemplatePattern {
  const known = patterns.get(pattern);
  if (known !== undefined) return known;
  if (patterns.size >= COMPILED_MAX) patterns.clear();
  const fresh = compileTemplatePattern(pattern);
  patterns.set(pattern, fresh);
  return fresh;
}
