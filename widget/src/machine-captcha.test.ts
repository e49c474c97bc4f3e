// Captchas, their passes, and proofs of work in their place.
import { describe, expect, test } from 'vitest';
import { NUMBER, Visit } from './given-visit.ts';
import { step } from './machine.ts';
import { NETWORK } from './state.ts';

describe('a passed captcha', () => {
  test('a pass saves the captcha three times, and a refused pass asks for the captcha without an error', () => {
    const visit = new Visit();
    visit.answer({ effect: ['load'], at: visit.state }, 0);
    visit.send('submit', NUMBER, 'SMS');
    visit.send('token', visit.state.turn, 'token');
    visit.send('opened', visit.state.turn, { key: 'one', pass: 'pass.1' });
    for (const key of ['two', 'three', 'four']) {
      visit.send('session', visit.state.turn, { state: 'EXPIRED' });
      visit.send('retry');
      expect([visit.state.screen, visit.requests.slice(-1)[0]?.effect]).toEqual(['opening', ['open', 'pass.1']]);
      visit.send('opened', visit.state.turn, { key });
    }
    visit.send('session', visit.state.turn, { state: 'EXPIRED' });
    visit.send('retry');
    expect(visit.state.screen).toBe('captcha');
    visit.send('token', visit.state.turn, 'token');
    visit.send('opened', visit.state.turn, { key: 'five', pass: 'pass.2' });
    visit.send('session', visit.state.turn, { state: 'EXPIRED' });
    visit.send('retry');
    visit.send('opened', visit.state.turn, { code: 110 });
    expect([visit.state.screen, visit.state.error]).toEqual(['captcha', undefined]);
  });

  test('the token of the captcha is dropped, because it is good for one request', () => {
    const visit = new Visit();
    visit.answer({ effect: ['load'], at: visit.state }, 0);
    visit.send('submit', NUMBER, 'SMS');
    visit.send('token', visit.state.turn, 'token');
    const [, ...effects] = step(visit.state, ['opened', visit.state.turn, { key: 'one', pass: 'pass.1' }], 0);
    expect(effects).toContainEqual(['drop']);
  });

  test('a pass is not sent after a code that has arrived, because it cannot count', () => {
    const visit = new Visit();
    visit.answer({ effect: ['load'], at: visit.state }, 0);
    visit.send('submit', NUMBER, 'SMS');
    visit.send('token', visit.state.turn, 'token');
    visit.send('opened', visit.state.turn, { key: 'one', pass: 'pass.1' });
    visit.send('session', visit.state.turn, { state: 'SENT', delivery: 'delivered', resendIn: 0 });
    visit.send('resend', 'SMS');
    expect([visit.state.screen, visit.requests.slice(-1)[0]?.effect]).toEqual(['captcha', ['token']]);
  });
});

describe('a proof of work', () => {
  const proving = (): Visit => {
    const visit = new Visit({ captchaType: 'POW' });
    visit.answer({ effect: ['load'], at: visit.state }, 0);
    visit.send('submit', NUMBER, 'SMS');
    visit.send('token', visit.state.turn, 'pow.1');
    return visit;
  };
  const newest = (visit: Visit) => visit.requests.slice(-1)[0]?.effect;

  test('that has become too small is made again, once and without an error', () => {
    const visit = proving();
    visit.send('opened', visit.state.turn, { code: 110 });
    expect([visit.state.screen, visit.state.error, newest(visit)]).toEqual(['captcha', undefined, ['token']]);
    visit.send('token', visit.state.turn, 'pow.2');
    visit.send('opened', visit.state.turn, { code: 110 });
    expect([visit.state.screen, visit.state.error]).toEqual(['phone', 110]);
    visit.send('submit', NUMBER, 'SMS');
    visit.send('token', visit.state.turn, 'pow.3');
    visit.send('opened', visit.state.turn, { code: 110 });
    expect([visit.state.screen, visit.state.error]).toEqual(['captcha', undefined]);
  });

  test('is made again also after another refusal of a repeated proof', () => {
    const visit = proving();
    visit.send('opened', visit.state.turn, { code: 110 });
    visit.send('token', visit.state.turn, 'pow.2');
    visit.send('opened', visit.state.turn, { code: 130, wait: 0 });
    expect([visit.state.screen, visit.state.error]).toEqual(['trouble', 130]);
    visit.send('retry');
    visit.send('token', visit.state.turn, 'pow.3');
    visit.send('opened', visit.state.turn, { code: 110 });
    expect([visit.state.screen, visit.state.error]).toEqual(['captcha', undefined]);
  });

  test('that is no longer wanted leads back to the captcha', () => {
    const visit = proving();
    visit.send('opened', visit.state.turn, { code: 4040 });
    expect([visit.state.screen, newest(visit)]).toEqual(['loading', ['load']]);
    visit.send('loaded', visit.state.turn, { ...visit.settings, captchaType: 'TURNSTILE' });
    expect([visit.state.screen, visit.state.destination]).toEqual(['phone', NUMBER]);
  });
});

test('after a captcha that fails, a new try asks the service which captcha it wants now', () => {
  const visit = new Visit();
  visit.answer({ effect: ['load'], at: visit.state }, 0);
  visit.send('submit', NUMBER, 'SMS');
  visit.send('blocked', 'blocked');
  expect([visit.state.screen, visit.state.error]).toEqual(['trouble', 341]);
  visit.send('retry');
  visit.send('loaded', visit.state.turn, { ...visit.settings, captchaType: 'POW' });
  visit.send('submit', NUMBER, 'SMS');
  expect(visit.requests.slice(-1)[0]?.effect).toEqual(['token']);
  const proving = visit.state;
  visit.send('blocked', 'the replaced captcha fails again');
  expect(visit.state).toBe(proving);
});

test('a captcha that fails before there is a number begins nothing without one', () => {
  const visit = new Visit();
  visit.answer({ effect: ['load'], at: visit.state }, 0);
  visit.send('blocked', 'blocked');
  visit.send('retry');
  visit.send('loaded', visit.state.turn, { code: NETWORK });
  expect([visit.state.screen, visit.state.error]).toEqual(['trouble', NETWORK]);
  visit.send('retry');
  expect([visit.state.screen, visit.requests.slice(-1)[0]?.effect]).toEqual(['loading', ['load']]);
});
