import { messagingApi } from '@volley/contract/messaging/messaging-api.ts';
import { partnerApi } from '@volley/contract/partner/partner-api.ts';
import { describe, expect, test } from 'vitest';
import { seededChance } from '../chaos/random.ts';
import { jsonText, MUTATIONS } from './mutations.ts';
import { fuzzRequest } from './requests.ts';
import { Verdicts } from './verdicts.ts';

const own = {
  companyId: 11,
  senderIds: [21, 22],
  documentIds: [],
  dispatchIds: [31],
  senderNames: ['Shop'],
  gatewayId: 'abc123',
  made: new Map(),
};
const endpoints = [...partnerApi, ...messagingApi];
const foreign = { companyId: 12, id: 32, dispatchId: 32, senderIds: [23] };

describe('requests of the fuzzer', () => {
  test('are equal for equal seeds', () => {
    const made = () => {
      const chance = seededChance(7);
      return Array.from({ length: 200 }, () => fuzzRequest(chance.pick(endpoints), chance, own, foreign));
    };
    const withoutTime = (text: string) => text.replace(/\d{4}-\d\d-\d\d(?:T| |%20)(?:[\d:.]|%3A)+Z?/g, '');
    expect(withoutTime(JSON.stringify(made()))).toBe(withoutTime(JSON.stringify(made())));
  });

  test('reach every endpoint with every mutation', () => {
    const chance = seededChance(1);
    const made = Array.from({ length: 5_000 }, () => fuzzRequest(chance.pick(endpoints), chance, own, foreign));
    expect(new Set(made.map(({ endpoint }) => endpoint))).toEqual(new Set(endpoints.map(({ id }) => id)));
    const kinds = new Set(made.map(({ mutation }) => mutation));
    for (const kind of ['none', 'path id', ...Object.keys(MUTATIONS)]) expect(kinds).toContain(kind);
  });

  test('use the address of their API, with a key if required', () => {
    const chance = seededChance(3);
    const shape = messagingApi.find(({ auth, keyTypes }) => auth === 'key' && keyTypes === undefined);
    if (shape === undefined) throw new Error('no endpoint is for every key');
    const made = Array.from({ length: 50 }, () => fuzzRequest(shape, chance, own, foreign));
    for (const { path } of made) expect(path).toMatch(/^\/api\/v1\//);
    expect(new Set(made.map(({ keyType }) => keyType)).size).toBe(4);
    expect(fuzzRequest(chance.pick(partnerApi), chance, own, foreign).keyType).toBeUndefined();
  });

  test('contain numbers that JSON.stringify cannot write', () => {
    expect(jsonText({ a: '@@raw@@1e400', b: 'x' })).toBe('{"a":1e400,"b":"x"}');
  });
});

describe('verdicts', () => {
  const judged = (status: number, text: string) => {
    const verdicts = new Verdicts();
    verdicts.check('request', { status, text, ms: 1 });
    return [...verdicts.counts.keys()];
  };

  test.each([
    [200, 'anything', []],
    [400, '{"error":{"code":4000,"msg":"Bad Request"}}', []],
    [401, '{"error":{"code":4012,"msg":"Bad credentials"}}', []],
    [500, '{"error":{"code":5000,"msg":"Internal error"}}', ['answer 5xx']],
    [400, '', ['answer outside the error shape']],
    [400, '<html>', ['answer outside the error shape']],
    [400, '{"error":{"code":4040,"msg":"x"}}', ['answer outside the error shape']],
    [400, '{"error":{"code":4000,"msg":"insert violates check"}}', ['answer that exposes internals']],
  ])('the answer %i %s has the problems %j', (status, text, problems) => {
    expect(judged(status, text)).toEqual(problems);
  });
});
