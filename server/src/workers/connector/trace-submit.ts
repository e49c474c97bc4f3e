// The span of a submit: from the hand-out of a message to the link until the operator's answer.
import type { SubmitResult } from '../../connectors/link-job.ts';
import type { OwnedLink } from '../../features/operator-links/own-links.ts';
import type { Batch } from '../../features/queue/batches/batch.ts';
import { attributesOf } from '../../features/queue/batches/trace-batches.ts';
import type { Platform } from '../../platform/platform.ts';
import { timesSince } from '../../platform/traces/otlp.ts';

type SubmittedOver = Pick<OwnedLink, 'name' | 'protocol'>;

/** Call the result with the answer. Undefined: the message is not traced. */
export function traceSubmit(
  traces: Platform['traces'],
  { name, protocol }: SubmittedOver,
  batch: Batch,
  { id, parts }: Batch['messages'][number],
): ((result: SubmitResult) => void) | undefined {
  if (!traces.has(id)) return undefined;
  const startedAt = performance.now();
  return (result) =>
    traces.add(id, {
      name: 'submit',
      kind: 'client',
      ...timesSince(startedAt),
      attributes: {
        ...attributesOf(batch),
        'volley.link.protocol': protocol,
        'volley.link.name': name,
        'volley.channel': batch.channelType,
        'volley.parts': parts,
        'volley.answer': result.kind,
        ...(result.kind === 'failed' && {
          'volley.error.code': result.errorCode,
          'volley.provider.code': result.providerCode,
        }),
      },
      ...(result.kind !== 'sent' && { failure: result.kind }),
    });
}
