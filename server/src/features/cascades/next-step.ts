// From a message that failed to the message that follows it.
import { FIRST_STEP } from '@volley/domain/cascade.ts';
import type { SendItem, SendOrigin } from '../sends/send.ts';
import type { EndedStep } from './cascades.sql.ts';

const READ = 1;

/** The next step with what it inherits; nothing when there is none, or none is wanted any more. */
export function nextStep(ended: EndedStep): SendItem | undefined {
  const [step, ...rest] = ended.cascade ?? [];
  // A negative number stands where a number was erased; a step whose text was removed has no content.
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

/** A code stays a code on whatever channel it goes. */
export function originOf({ sending_method: method, of_dispatch: dispatchId }: EndedStep): SendOrigin {
  const sendingMethod = method as SendOrigin['sendingMethod']; // written from the same list
  return {
    sendingMethod,
    keepRefused: true,
    ...(method.startsWith('VERIFIER') && { trafficType: 'AUTHORIZE' }),
    ...(dispatchId !== null && { dispatchId }),
  };
}
