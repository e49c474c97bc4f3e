import { expect, test } from 'vitest';
import type { Logger } from '../../platform/log.ts';
import { inRequest, type RequestContext } from '../../platform/logging/request-context.ts';
import { NO_TRACES, type Traces } from '../../platform/traces/traces.ts';
import { uuidV7 } from '../../platform/uuid-v7.ts';
import { logAccepted, traceAccepted } from './accepted-messages.ts';

function givenLog() {
  const lines: Record<string, unknown>[] = [];
  const info = (facts: object, msg: string) => void lines.push({ ...facts, msg });
  // Only this level is used.
  return { lines, log: { info } as unknown as Logger };
}

function givenTraces(isTraced: (id: string) => boolean) {
  const roots: string[] = [];
  const children: string[] = [];
  const traces: Traces = {
    ...NO_TRACES,
    isOn: true,
    has: isTraced,
    add: (id) => void children.push(id),
    addRoot: (id) => void roots.push(id),
  };
  return { traces, roots, children };
}

const itself = (id: string | undefined) => id;
const ids = Array.from({ length: 4 }, () => uuidV7(1));

test('one line joins a request with the messages it made', () => {
  const { log, lines } = givenLog();
  logAccepted({ log, traces: NO_TRACES }, { companyId: 7, dispatchId: 9 }, [undefined, ...ids, undefined], itself);
  expect(lines).toEqual([
    {
      companyId: 7,
      dispatchId: 9,
      messages: 4,
      firstMessage: ids[0],
      lastMessage: ids[3],
      msg: 'messages accepted',
    },
  ]);
});

test('a call whose messages are all refused writes no line', () => {
  const { log, lines } = givenLog();
  logAccepted({ log, traces: NO_TRACES }, { companyId: 7 }, [undefined], itself);
  expect(lines).toEqual([]);
});

test('the request learns which of its messages are traced', () => {
  const { traces } = givenTraces((id) => id === ids[1] || id === ids[2]);
  const context: RequestContext = { requestId: 'r', tracedMessages: undefined };
  inRequest(context, () => logAccepted({ log: givenLog().log, traces }, { companyId: 7 }, ids, itself));
  expect(context.tracedMessages).toEqual([ids[1], ids[2]]);
});

test('the span of the acceptance is the root where no request is', () => {
  const { traces, roots, children } = givenTraces((id) => id !== ids[3]);
  traceAccepted(traces, ids.slice(0, 1), itself, { companyId: 7, startedAt: 0, byRequest: true });
  traceAccepted(traces, ids.slice(1), itself, { companyId: 7, startedAt: 0, byRequest: false });
  expect({ children, roots }).toEqual({ children: [ids[0]], roots: [ids[1], ids[2]] });
});

test('while traces are off, the spans of accepted messages read no message', () => {
  const read = (): never => {
    throw new Error('a message was read');
  };
  expect(() => traceAccepted(NO_TRACES, ids, read, { companyId: 7, startedAt: 0, byRequest: true })).not.toThrow();
});
