// The provider's words about recipients: ids of people who have stopped the bot, or whom the provider does not know,
// are not used again.
import { PROTOCOL_FACTS } from '@volley/domain/links/provider-protocol.ts';
import { SUBSCRIBER_CHANNELS } from '@volley/domain/subscribers/subscriber-channel.ts';
import type { SubmitResult } from '../../connectors/link-job.ts';
import type { OwnedLink } from '../../features/operator-links/own-links.ts';
import type { BatchMessage } from '../../features/queue/batches/batch.ts';
import type { BeginningLink } from '../../features/queue/batches/begin-batches.ts';
import { endAddress } from '../../features/subscribers/end-address.ts';
import type { Platform } from '../../platform/platform.ts';
import type { BatchRun } from './batch-run.ts';

type ConnectedLink = Pick<OwnedLink, 'name' | 'protocol'>;
type Failed = Extract<SubmitResult, { kind: 'failed' }>;

export class Recipients {
  readonly #platform: Pick<Platform, 'db' | 'log'>;
  readonly #link: ConnectedLink;

  constructor(platform: Pick<Platform, 'db' | 'log'>, link: ConnectedLink) {
    this.#platform = platform;
    this.#link = link;
  }

  /** Facts about recipients that the protocol needs. */
  get wanted(): Pick<BeginningLink, 'addressing' | 'hasSessions'> {
    const { addressing, hasSessions = false } = PROTOCOL_FACTS[this.#link.protocol];
    return { addressing, hasSessions };
  }

  heard(run: BatchRun, message: BatchMessage, result: SubmitResult): void {
    if (result.kind === 'failed' && result.address !== undefined) this.#end(run, message, result.address);
  }

  /** If it is not stored, the next message to the person is refused again and stored then. */
  #end(run: BatchRun, message: BatchMessage, end: NonNullable<Failed['address']>): void {
    const { batch } = run;
    const subscriberId = run.addressOf(message);
    const channelType = SUBSCRIBER_CHANNELS.find((known) => known === batch.channelType);
    if (subscriberId === undefined || channelType === undefined) return;
    const { companyId, senderName } = batch;
    endAddress(this.#platform, { companyId, channelType, senderName, subscriberId }, end).catch((error: unknown) =>
      this.#platform.log.warn({ err: error, link: this.#link.name }, 'the end of an address was not stored'),
    );
  }
}
