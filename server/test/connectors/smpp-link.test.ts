import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LinkJob, SubmitResult } from '../../src/connectors/link-job.ts';
import { type SmppEvents, SmppLink } from '../../src/connectors/sms-smpp/smpp-link.ts';
import { type Operators, startOperators } from '../given/providers/operators.ts';
import { until } from '../given/until.ts';

let operators: Operators;
beforeAll(async () => {
  operators = await startOperators(['mts']);
});
afterAll(() => operators.close());

/** A link with one message, and the answers of the operator to it. */
function linkWithMessage(mayWrite = () => true) {
  const results: SubmitResult[] = [];
  const answers: string[] = [];
  const jobs: LinkJob[] = [
    {
      submission: {
        messageId: '0195d2a0-0000-7000-8000-000000000001',
        channelType: 'SMS',
        trafficType: 'SERVICE',
        senderName: 'Shop',
        destination: '79161230001',
        text: 'Hi',
        reference: 1,
      },
      mayWrite,
      onResult: (result) => results.push(result),
    },
  ];
  const quiet = () => undefined;
  const events: SmppEvents = {
    next: () => jobs.shift(),
    onUp: quiet,
    onDown: quiet,
    onFailedTry: quiet,
    onAnswer: (result) => answers.push(result),
    onUnknownCode: quiet,
    onDeliverSm: () => 0,
    onMalformed: quiet,
  };
  const settings = {
    host: '127.0.0.1',
    port: operators.smppPort,
    tls: false,
    systemId: 'mts',
    password: operators.password,
    systemType: '',
    mode: 'transceiver',
    window: 10,
    ratePerSecond: null,
    answerIdForm: 'as-is',
    source: { ton: 5, npi: 0 },
    submitTimeoutMs: 5_000,
    retryMaxMs: 1_000,
  } as const;
  return { link: new SmppLink(settings, events), results, answers };
}

test('a message that waits because the queue of the operator was full is unsent when its link has closed', async () => {
  await operators.behave('mts', { queueFullPercent: 100 });
  const { link, results, answers } = linkWithMessage();
  await until('the queue is full', () => answers.includes('queue-full'));
  await link.close(5_000);
  expect(results).toEqual([{ kind: 'unsent' }]);
});

test('a message is not written again after it was given to another process', async () => {
  await operators.behave('mts', { queueFullPercent: 100 });
  let isOurs = true;
  const { link, results, answers } = linkWithMessage(() => isOurs);
  await until('the queue is full', () => answers.includes('queue-full'));
  isOurs = false;
  await until('the message is given back', () => results.length > 0);
  await link.close(5_000);
  expect([results, answers]).toEqual([[{ kind: 'unsent' }], ['queue-full']]);
});
