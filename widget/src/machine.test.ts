// Random orders of events: late answers, double clicks, lost connections, expiry in every state.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NUMBER, Visit } from './given-visit.ts';
import { type Event, step } from './machine.ts';
import { EXPIRED, NETWORK } from './state.ts';
import type { Settings } from './wire.ts';

const visitorEvent: fc.Arbitrary<Event> = fc.oneof(
  fc.constantFrom<Event>(
    ['submit', NUMBER, 'SMS'],
    ['submit', '79160000000', 'FLASHCALL'],
    ['enter', '123456'],
    ['enter', ''],
    ['resend', 'SMS'],
    ['resend', 'FLASHCALL'],
    ['retry'],
    ['back'],
    ['online'],
    ['pageshow'],
    ['time'],
    ['blocked', 'blocked'],
    ['reset'],
    ['reset', '79160000000'],
  ),
);

type Command = { readonly kind: number; readonly event: Event; readonly at: number; readonly choice: number };

const commands = fc.array(
  fc.record<Command>({
    kind: fc.nat({ max: 15 }),
    event: visitorEvent,
    at: fc.nat({ max: 1_000 }),
    choice: fc.nat({ max: 1_000 }),
  }),
  { minLength: 40, maxLength: 120, size: 'max' },
);

const settings: fc.Arbitrary<Partial<Settings>> = fc.record({
  kind: fc.constantFrom('OWN_SITE', 'BUILDER'),
  captchaType: fc.constantFrom('NONE', 'POW', 'TURNSTILE'),
});

/** Half of the commands lead on, so that every screen is reached; the others disturb. */
function play(visit: Visit, { kind, event, at, choice }: Command): void {
  if (kind < 8) visit.help(choice);
  else if (kind < 11) visit.send(...event);
  else if (kind < 12) visit.now += choice * 100;
  else if (visit.requests.length > 0) {
    // Answers go to new requests and to old ones, to some of them twice.
    const newest = visit.requests.length - 1;
    const index = kind < 14 ? newest - (at % Math.min(3, newest + 1)) : at % (newest + 1);
    const request = visit.requests[index];
    if (request === undefined) return;
    if (at % 2 === 0) visit.requests.splice(index, 1);
    visit.answer(request, choice);
  }
}

describe('the machine, for random orders of events', () => {
  test("never calls the page's function twice for one key, except on the visitor's wish after 350", () => {
    fc.assert(
      fc.property(settings, commands, (given, list) => {
        const visit = new Visit(given);
        for (const command of list) play(visit, command);
        expect(visit.breaches).toEqual([]);
        if (given.kind === 'BUILDER') expect(visit.asked.size).toBe(0);
      }),
    );
  });

  test('confirms a number only on the word CONFIRMED of the service, and once', () => {
    fc.assert(
      fc.property(settings, commands, (given, list) => {
        const visit = new Visit(given);
        for (const command of list) {
          const before = visit.state;
          const { successes } = visit;
          play(visit, command);
          expect(visit.successes - successes).toBe(before.screen !== 'done' && visit.state.screen === 'done' ? 1 : 0);
        }
        expect(visit.breaches).toEqual([]);
      }),
    );
  });

  test('always has a way on to the confirmed number', () => {
    fc.assert(
      fc.property(settings, commands, (given, list) => {
        const visit = new Visit(given);
        for (const command of list) play(visit, command);
        for (let helped = 0; helped < 40 && visit.state.screen !== 'done'; helped += 1) visit.help();
        expect(visit.state.screen).toBe('done');
      }),
    );
  });

  test('is led through every screen', () => {
    const seen = new Set<string>();
    for (const list of fc.sample(commands, { seed: 1, numRuns: 200 })) {
      const visit = new Visit();
      for (const command of list) {
        play(visit, command);
        seen.add(visit.state.error === 350 ? 'trouble 350' : visit.state.screen);
      }
    }
    const screens = ['loading', 'phone', 'captcha', 'opening', 'sending', 'code', 'done', 'trouble', 'trouble 350'];
    expect([...seen].sort()).toEqual(screens.sort());
  });

  test('ends a code at its time, in every state that has one', () => {
    fc.assert(
      fc.property(settings, commands, (given, list) => {
        const visit = new Visit(given);
        for (const command of list) {
          play(visit, command);
          const { state } = visit;
          if (state.screen !== 'code' || state.isChecking) continue;
          const [later] = step(state, ['time'], state.sent?.expiresAt ?? 0);
          expect([later.screen, later.error]).toEqual(['trouble', EXPIRED]);
        }
      }),
    );
  });
});

function sending(): Visit {
  const visit = new Visit({ captchaType: 'NONE' });
  visit.answer({ effect: ['load'], at: visit.state }, 0);
  visit.send('submit', NUMBER, 'SMS');
  visit.send('opened', visit.state.turn, { key: 'one', pass: 'pass.1' });
  return visit;
}

describe('after an open session', () => {
  test('350 calls the function again with the same key', () => {
    const visit = sending();
    visit.send('page', 'one', 'HTTP 500');
    visit.send('session', visit.state.turn, { state: 'WAITING_SEND' });
    expect([visit.state.screen, visit.state.error]).toEqual(['trouble', 350]);
    visit.send('retry');
    expect(visit.asked).toEqual(new Map([['one', 2]]));
  });

  test('a better reason of the service replaces 350, and a sent code ends it', () => {
    for (const [answer, expected] of [
      [{ state: 'ERROR', errorCode: 330 }, ['trouble', 330]],
      [{ state: 'SENT' }, ['code', undefined]],
    ] as const) {
      const visit = sending();
      visit.send('page', 'one', 'HTTP 500');
      visit.send('session', visit.state.turn, answer);
      expect([visit.state.screen, visit.state.error]).toEqual(expected);
    }
  });

  test('a refused further code leaves the sent one usable', () => {
    const visit = sending();
    visit.send('session', visit.state.turn, { state: 'SENT', resendIn: 0 });
    visit.send('resend', 'FLASHCALL');
    expect(visit.state.screen).toBe('opening');
    visit.send('opened', visit.state.turn, { code: 130, wait: 60_000 });
    expect([visit.state.screen, visit.state.key, visit.state.error]).toEqual(['code', 'one', 130]);
    visit.send('enter', '123456');
    visit.send('checked', 'one', { status: 'CONFIRMED' });
    expect(visit.state.screen).toBe('done');
  });
});

test('a lost check is repeated when the connection is back, and a lost confirmation is found in the session', () => {
  const visit = sending();
  visit.send('session', visit.state.turn, { state: 'SENT' });
  visit.send('enter', '123456');
  visit.send('checked', 'one', { code: NETWORK });
  expect(visit.state.error).toBe(NETWORK);
  visit.send('online');
  expect(visit.requests.slice(-1)[0]?.effect).toEqual(['check']);
  visit.send('checked', 'one', { status: 'EXPIRED' });
  visit.send('session', visit.state.turn, { state: 'CONFIRMED' });
  expect([visit.state.screen, visit.successes]).toEqual(['done', 1]);
});

test('the answer to a check of an earlier key confirms nothing', () => {
  const visit = sending();
  visit.send('session', visit.state.turn, { state: 'SENT' });
  visit.send('enter', '123456');
  visit.send('back');
  visit.send('submit', NUMBER, 'SMS');
  visit.send('opened', visit.state.turn, { key: 'two' });
  visit.send('session', visit.state.turn, { state: 'SENT' });
  visit.send('enter', '654321');
  visit.send('checked', 'one', { status: 'CONFIRMED' });
  expect([visit.state.screen, visit.successes]).toEqual(['code', 0]);
});

test('310 has no way on', () => {
  const visit = new Visit();
  visit.send('loaded', 0, { code: 310 });
  for (const event of [['retry'], ['back'], ['resend', 'SMS'], ['online']] as const) visit.send(...event);
  expect([visit.state.screen, visit.state.error, visit.requests.length]).toEqual(['trouble', 310, 1]);
});
