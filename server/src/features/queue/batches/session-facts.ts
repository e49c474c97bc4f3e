// Sessions and provider templates of the messages of batches, for protocols that have them: one statement for all
// sessions, one for all matched templates, and one for the templates of codes.
import type { Moderation } from '@volley/domain/senders/sender-status.ts';
import { type FilledTemplate, fillTemplate, type SessionFacts } from '@volley/domain/templates/provider-template.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { isSessionOpen } from '../../inbound/is-session-open.ts';
import { selectMatchedTemplates } from '../../messages/matched-templates.sql.ts';
import { findCodeTemplates } from '../../templates/code-templates.ts';
import type { Batch, BatchMessage } from './batch.ts';

/** By message id. */
export async function sessionsOfBatches(
  tx: Tx,
  batches: readonly Batch[],
  moderation: Moderation,
): Promise<ReadonlyMap<string, SessionFacts>> {
  const written = batches.flatMap((batch) => batch.messages.map((message) => ({ batch, message })));
  if (written.length === 0) return new Map();
  const open = await isSessionOpen(
    tx,
    written.map(({ batch: { companyId, senderName }, message: { destination } }) => ({
      companyId,
      senderName,
      destination,
    })),
  );
  const templateOf = await templatesOf(tx, written, moderation);
  return new Map(
    written.map((one, at) => {
      const template = templateOf(one);
      return [one.message.id, { isOpen: open[at] === true, ...(template !== undefined && { template }) }];
    }),
  );
}

type Written = { readonly batch: Batch; readonly message: BatchMessage };

async function templatesOf(
  tx: Tx,
  written: readonly Written[],
  moderation: Moderation,
): Promise<(one: Written) => FilledTemplate | undefined> {
  const rows = await selectMatchedTemplates(
    tx,
    written.map(({ message }) => message.id),
  );
  const matched = new Map(rows.map((row) => [row.messageId, row]));
  const codes = written.filter(({ message }) => codeOf(message) !== undefined);
  const codeTemplate = await findCodeTemplates(
    tx,
    codes.map(({ batch }) => batch.companyId),
    moderation,
  );
  return ({ batch, message }) => {
    const given = { text: message.text, code: codeOf(message) };
    const own = matched.get(message.id);
    const found = own && fillTemplate(own, given);
    if (found !== undefined || given.code === undefined) return found;
    const fallback = codeTemplate(batch);
    return fallback && fillTemplate(fallback, given);
  };
}

/** Undefined: the message is not a code. */
function codeOf({ special }: BatchMessage): string | undefined {
  const code = special?.['contentType'] === 'authentication' ? special['code'] : undefined;
  return typeof code === 'string' ? code : undefined;
}
