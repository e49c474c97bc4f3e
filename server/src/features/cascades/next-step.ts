// Builds the next message of a cascade from the failed one.
import { FIRST_STEP } from '@volley/domain/sending/cascade.ts';
import type { SendItem, SendOrigin } from '../sends/send.ts';
import type { EndedStep } from './cascades.sql.ts';

const READ = 1;

/** Undefined: the cascade has no further step, or it is stopped, read, erased or already continued. */
export function nextStep(ended: EndedStep): SendItem | undefined {
  const [step, ...rest] = ended.cascade ?? [];
  // Erasure replaces the number by a negative one and removes the content of the steps.
  const isErased = ended.destination.startsWith('-') || step?.content === undefined;
  if (step === undefined || ended.read_status === READ || ended.stopped || ended.made || isErased) return undefined;
  return {
    channelType: step.channelType,
    senderName: step.senderName,
    destination: ended.destination,
    content: step.content,
    settings: {
      ttlSeconds: step.ttlSeconds,
      useLocalTime: ended.use_local_time,
      localSendTime: null,
      localCompletionTime: null,
      hours: ended.schedule_hours,
      days: ended.schedule_days,
      shortUrl: step.shortUrl,
      callbackUrl: ended.callback_url,
      callbackEvents: ended.callback_events,
      ...(ended.callback_endpoint_id !== null && { callbackEndpointId: ended.callback_endpoint_id }),
    },
    externalMessageId: ended.external_message_id,
    tags: ended.tags,
    claimedTrafficType: null,
    cascade: rest,
    cascadeRoot: { messageUuid: ended.cascade_root ?? ended.id, step: (ended.cascade_step ?? FIRST_STEP) + 1 },
  };
}

/** A verification code stays AUTHORIZE traffic on every channel. */
export function originOf({ sending_method: method, of_dispatch: dispatchId }: EndedStep): SendOrigin {
  const sendingMethod = method as SendOrigin['sendingMethod']; // the column holds only these values
  return {
    sendingMethod,
    storeRefused: true,
    ...(method.startsWith('VERIFIER') && { trafficType: 'AUTHORIZE' }),
    ...(dispatchId !== null && { dispatchId }),
  };
}
