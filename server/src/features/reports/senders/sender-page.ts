// The page of a sender name in the partner console: status, turn and allowed actions.
import type { Actor } from '@volley/domain/people/actor.ts';
import { type SenderActions, senderActions } from '@volley/domain/senders/sender-turn.ts';
import { read } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Document } from '../../documents/document.ts';
import { findDocuments } from '../../documents/find-documents.ts';
import { getOwnSender } from '../../senders/get-sender.ts';
import type { Sender } from '../../senders/sender.ts';
import {
  type SenderMoveRow,
  type SenderState,
  type SiblingRow,
  selectFeeCharges,
  selectSenderMoves,
  selectSenderState,
  selectSiblings,
} from './sender-page.sql.ts';

const MOVES_MAX = 100;
const MONTHS_MAX = 24;

export type SenderPage = {
  readonly sender: Sender;
  readonly state: SenderState;
  readonly actions: SenderActions;
  readonly documents: readonly Document[];
  readonly history: readonly SenderMoveRow[];
  readonly siblings: readonly SiblingRow[];
  readonly fees: readonly { readonly month: string; readonly valueMicros: bigint; readonly currency: string }[];
};

export async function getSenderPage(
  { db, config: { moderation } }: Pick<Platform, 'db' | 'config'>,
  { partnerId }: Actor,
  id: number,
): Promise<SenderPage> {
  return read(db, async (tx) => {
    const sender = await getOwnSender(tx, partnerId, id);
    const state = await selectSenderState(tx, id, moderation);
    if (state === undefined) throw new Error(`sender ${id} disappeared within a transaction`);
    return {
      sender,
      state,
      actions: senderActions(sender, tx.now.getTime(), moderation),
      documents: await findDocuments(tx, sender.companyId, sender.documentIds),
      history: await selectSenderMoves(tx, id, MOVES_MAX),
      siblings: (await selectSiblings(tx, sender)).filter((sibling) => sibling.brand !== sender.brand),
      fees: await selectFeeCharges(tx, id, MONTHS_MAX),
    };
  });
}
