import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { createMetrics } from '../../platform/metrics/metrics.ts';
import { HookWalls } from './hook-walls.ts';

/** Only the members that the walls read. */
const callFrom = (ip: string, linkName = 'bots', senderId = '1') =>
  ({
    id: 'a call',
    ip,
    params: { linkName, senderId },
    routeOptions: { url: '/channels/v1/:linkName/telegram/:senderId' },
    headers: {},
  }) as unknown as FastifyRequest;

const given = (rateLimits: boolean) =>
  new HookWalls({ config: { rateLimits, trustedProxies: [] }, metrics: createMetrics('api') });

function givenWalls() {
  const walls = given(true);
  /** Undefined: refused. */
  const enter = (call: FastifyRequest) => {
    try {
      walls.enter(call, undefined, () => undefined);
      return call;
    } catch (error) {
      expect(error).toMatchObject({ reason: 'too-many-requests', details: { retryAfterSeconds: 1 } });
      return undefined;
    }
  };
  return { walls, enter };
}

describe('look-ups', () => {
  test('of strangers at one address run one after another, those of other addresses beside them', async () => {
    const { walls, enter } = givenWalls();
    const running = new Map<string, number>();
    let most = 0;
    let together = 0;
    const lookUp = async (ip: string) => {
      const call = callFrom(ip);
      enter(call);
      await walls.lookUp(call, async () => {
        running.set(ip, (running.get(ip) ?? 0) + 1);
        most = Math.max(most, running.get(ip) ?? 0);
        together = Math.max(together, [...running.values()].filter((count) => count > 0).length);
        await new Promise((resolve) => setImmediate(resolve));
        running.set(ip, (running.get(ip) ?? 0) - 1);
      });
    };
    await Promise.all(['10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.2', '10.0.0.3'].map(lookUp));
    expect([most, together]).toEqual([1, 3]);
  });

  test('go on after one that failed', async () => {
    const { walls, enter } = givenWalls();
    const calls = [callFrom('10.0.0.1'), callFrom('10.0.0.1')];
    for (const call of calls) enter(call);
    const [failed, next] = calls.map((call, at) =>
      walls.lookUp(call, () => (at === 0 ? Promise.reject(new Error('the database is down')) : Promise.resolve(at))),
    );
    await expect(failed).rejects.toThrow('the database is down');
    expect(await next).toBe(1);
  });
});

describe('a proven address', () => {
  test('keeps its own place only, and loses it to a thousand newer ones of that place', () => {
    const { walls, enter } = givenWalls();
    const prove = (call: FastifyRequest) => {
      enter(call);
      walls.prove(call);
    };
    prove(callFrom('10.9.0.1'));
    prove(callFrom('10.9.0.1', 'other'));
    for (let at = 0; at < 60; at += 1) enter(callFrom('10.9.0.1', 'unknown'));
    expect(enter(callFrom('10.9.0.1', 'unknown'))).toBe(undefined);
    expect(enter(callFrom('10.9.0.1'))).toBeDefined();
    for (let at = 0; at < 1_000; at += 1) prove(callFrom(`10.8.${Math.floor(at / 250)}.${at % 250}`));
    expect(enter(callFrom('10.9.0.1'))).toBe(undefined);
    expect(enter(callFrom('10.9.0.1', 'other'))).toBeDefined();
  });

  test('loses its place to ten thousand places with newer proofs, and keeps it by a new proof', () => {
    const { walls, enter } = givenWalls();
    const prove = (linkName: string, ip = '10.6.0.1') => {
      const call = callFrom(ip, linkName);
      enter(call);
      walls.prove(call);
    };
    const isLimited = (linkName: string) => enter(callFrom('10.6.0.1', linkName)) === undefined;
    prove('first');
    prove('second');
    for (let at = 0; at < 9_998; at += 1) prove(`link ${at}`, '10.6.0.2');
    for (let at = 0; at < 60; at += 1) enter(callFrom('10.6.0.1', 'unknown'));
    expect(['first', 'second'].map(isLimited)).toEqual([false, false]);
    prove('first');
    prove('one more', '10.6.0.2');
    expect(['first', 'second'].map(isLimited)).toEqual([false, true]);
  });

  test('has its place in the limit back', () => {
    const { walls, enter } = givenWalls();
    for (let at = 0; at < 59; at += 1) enter(callFrom('10.7.0.1', 'unknown'));
    const proven = enter(callFrom('10.7.0.1'));
    expect(proven).toBeDefined();
    if (proven !== undefined) walls.prove(proven);
    expect(enter(callFrom('10.7.0.1', 'unknown'))).toBeDefined();
    expect(enter(callFrom('10.7.0.1', 'unknown'))).toBe(undefined);
  });
});

test('without limits every call is let in', () => {
  const walls = given(false);
  let entered = 0;
  for (let at = 0; at < 100; at += 1) walls.enter(callFrom('10.0.0.1'), undefined, () => (entered += 1));
  expect(entered).toBe(100);
});
