// VIBER, VK and MAX by phone number over an aggregator. The setting `form` of the link says which interface it has.
import { type DoubtPolicy, PROTOCOL_FACTS } from '@volley/domain/links/provider-protocol.ts';
import type { Dialect } from '../dialect.ts';
import type { Submission } from '../link-job.ts';
import type { PartnerLink } from './form.ts';
import { formOf } from './forms.ts';
import { reportUrlOf } from './hook.ts';
import { isControlled } from './login-form.ts';

export function partnerRest(link: PartnerLink): Dialect {
  const form = formOf(link.settings);
  const say = (submission: Submission) => form.say(link, submission, reportUrlOf(link));
  return {
    doubt: doubtOf(link),
    prepare: (submission) => {
      const said = say(submission);
      return Promise.resolve(
        'errorCode' in said ? { kind: 'unsuitable', errorCode: said.errorCode } : { kind: 'prepared', facts: {} },
      );
    },
    commit: (submission) => {
      const said = say(submission);
      if ('errorCode' in said)
        throw new Error(`message ${submission.messageId} has content that its link cannot carry`);
      return said;
    },
    hear: (answer, submission) => form.hear(answer, submission, link),
    isOwnError: (answer) => form.isOwnError(answer),
    health: () => form.greet(link),
    hearHealth: (answer) => form.hearGreeting(answer),
  };
}

/** Reports repeat our reference, so they prove that the aggregator has a message whose answer was lost. */
function doubtOf({ settings, hooksUrl }: PartnerLink): DoubtPolicy {
  if (isControlled(settings)) return 'idempotent';
  return hooksUrl === undefined ? PROTOCOL_FACTS.PARTNER_REST.doubt : 'evidenced';
}
