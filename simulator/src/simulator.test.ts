import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect, type NpmPdu } from 'smpp';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { bindTo, closeAll, counters, get, post, simulate, submit, toNumber, until } from './testing/client.ts';

afterEach(() => {
  vi.useRealTimers();
  return closeAll();
});

describe('accounts', () => {
  test.each(['mts', 'beeline', 'megafon', 'tele2'])('%s binds, submits and gets its receipt', async (systemId) => {
    const simulator = await simulate();
    const { session, receipts } = await bindTo(simulator, { systemId });
    const { status, messageId } = await session.submit({ ...submit, userMessageReference: 99 });
    expect(status).toBe(0);
    await until(() => receipts.length === 1);
    expect(receipts[0]).toMatchObject({ messageId, state: 'DELIVRD', userMessageReference: 99 });
    await until(async () => (await counters(simulator, systemId))['receiptsAcked'] === 1);
    expect(await counters(simulator, systemId)).toMatchObject({
      sessions: 1,
      binds: 1,
      submits: 1,
      accepted: 1,
      messages: 1,
      receiptsSent: 1,
      receiptsWaiting: 0,
      distinct: 1,
    });
  });

  test.each([
    ['an unknown name', { systemId: 'nobody' }, 15],
    ['a wrong password', { password: 'wrong' }, 14],
    ['a mode that is not allowed', { mode: 'receiver' as const }, 13],
  ])('%s does not bind', async (_name, options, status) => {
    const simulator = await simulate({ scenario: { modes: ['transceiver'] } });
    await expect(bindTo(simulator, options)).rejects.toMatchObject({ status });
  });

  test('the session limit and the address list are enforced', async () => {
    const simulator = await simulate({ scenario: { maxSessions: 1 } });
    const first = await bindTo(simulator);
    await expect(bindTo(simulator)).rejects.toMatchObject({ status: 5 });
    await first.session.unbindAndClose(60_000);
    await bindTo(simulator);
    await post(simulator, '/scenario', { addresses: ['10.0.0.1'] });
    await expect(bindTo(simulator, { systemId: 'tele2' })).rejects.toMatchObject({ status: 13 });
  });

  test('receipts go to receivers, not to transmitters', async () => {
    const simulator = await simulate();
    const transmitter = await bindTo(simulator, { mode: 'transmitter' });
    await transmitter.session.submit(submit);
    await until(async () => (await counters(simulator))['receiptsWaiting'] === 1);
    const receiver = await bindTo(simulator, { mode: 'receiver' });
    await until(() => receiver.receipts.length === 1);
    expect(transmitter.delivered).toEqual([]);
  });

  test('an independent client binds, submits and gets its receipt', async () => {
    const simulator = await simulate();
    const client = connect({ host: '127.0.0.1', port: simulator.smppPort });
    const bound = await new Promise<NpmPdu>((resolve) =>
      client.bind_transceiver({ system_id: 'tele2', password: 'secret' }, resolve),
    );
    expect(bound.command_status).toBe(0);
    const delivered = new Promise<NpmPdu>((resolve) => {
      client.on('deliver_sm', (pdu: NpmPdu) => {
        client.send(pdu.response());
        resolve(pdu);
      });
    });
    const fields = {
      source_addr: 'Volley',
      source_addr_ton: 5,
      destination_addr: '79161234567',
      registered_delivery: 1,
    };
    const answer = await new Promise<NpmPdu>((resolve) =>
      client.submit_sm({ ...fields, data_coding: 8, short_message: 'Привет' }, resolve),
    );
    expect(answer.command_status).toBe(0);
    expect(await delivered).toMatchObject({ receipted_message_id: answer['message_id'], message_state: 2 });
    const { items } = await get(simulator, '/received');
    expect(items).toMatchObject([{ account: 'tele2', source: 'Volley', text: 'Привет', parts: 1 }]);
    await until(async () => (await counters(simulator, 'tele2'))['receiptsAcked'] === 1);
    client.destroy();
  });
});

describe('sandbox numbers force their outcome', () => {
  test.each([
    ['70001000003', 0x455],
    ['70002000009', 0x0a],
  ])('%s is refused with status %i', async (number, status) => {
    const simulator = await simulate();
    const { session } = await bindTo(simulator);
    expect((await session.submit(toNumber(number))).status).toBe(status);
    expect(await counters(simulator)).toMatchObject({ submits: 1, accepted: 0, refused: 1 });
  });

  test('00 and 04 to 08 and 10 are delivered, 02 never, 01 and 11 later or when the clock is moved', async () => {
    const simulator = await simulate();
    const { session, delivered } = await bindTo(simulator);
    const outcomes = ['00', '01', '02', '04', '05', '06', '07', '08', '10', '11'];
    for (const outcome of outcomes) expect((await session.submit(toNumber(`700010000${outcome}`))).status).toBe(0);
    await until(async () => (await counters(simulator))['receiptsAcked'] === 7);
    expect(delivered.map((pdu) => pdu.sourceAddr.slice(-2))).toEqual(['00', '04', '05', '06', '07', '08', '10']);
    expect((await counters(simulator))['receiptsWaiting']).toBe(2);
    expect(await post(simulator, '/clock', { advanceSeconds: -1 })).toBe(400);
    expect(await post(simulator, '/clock', { advanceSeconds: 600 })).toBe(200);
    await until(async () => (await counters(simulator))['receiptsAcked'] === 9);
    expect(delivered.slice(7).map((pdu) => pdu.sourceAddr.slice(-2))).toEqual(['01', '11']);
  });

  test('06 opens a received short link and no other address', async () => {
    const opened: { path: string | undefined; agent: string | undefined }[] = [];
    const site = createServer(({ url, headers }, response) => {
      opened.push({ path: url, agent: headers['user-agent'] });
      response.end();
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const host = `http://127.0.0.1:${(site.address() as AddressInfo).port}`; // a TCP server has a port
    const simulator = await simulate();
    const { session } = await bindTo(simulator);
    const shortMessage = Buffer.from(`See ${host}/sale or ${host}/l/Ab3xY9kZ.`);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (const number of ['70001000006', '70001000005']) await session.submit({ ...toNumber(number), shortMessage });
    vi.advanceTimersByTime(3_999);
    expect((await counters(simulator))['accepted']).toBe(2);
    expect(opened).toEqual([]);
    vi.advanceTimersByTime(1);
    await until(() => opened.length > 0);
    site.close();
    expect(opened).toEqual([{ path: '/l/Ab3xY9kZ.', agent: expect.stringMatching(/^Mozilla.*Mobile/) as string }]);
  });

  test('01 is delivered after five seconds', async () => {
    const simulator = await simulate();
    const { session, receipts } = await bindTo(simulator);
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
    await session.submit(toNumber('70004000001'));
    vi.advanceTimersByTime(4_980);
    expect((await counters(simulator))['receiptsSent']).toBe(0);
    vi.advanceTimersByTime(40);
    await until(() => receipts.length === 1);
  });
});

describe('the control port', () => {
  test('lists messages by account, number, position and count', async () => {
    const simulator = await simulate();
    const mts = await bindTo(simulator);
    const tele2 = await bindTo(simulator, { systemId: 'tele2' });
    for (let index = 0; index < 5; index += 1) await mts.session.submit(toNumber(`7916000000${index}`));
    await tele2.session.submit(toNumber('79770000000'));
    const seqs = async (query: string) => {
      const { items } = await get(simulator, `/received?${query}`);
      return (items as { seq: number }[]).map(({ seq }) => seq); // the shape of GET /received
    };
    expect(await seqs('')).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await seqs('account=tele2')).toEqual([6]);
    expect(await seqs('destination=79160000003')).toEqual([4]);
    expect(await seqs('after=2&limit=2')).toEqual([3, 4]);
    expect(await seqs('limit=2')).toEqual([5, 6]);
    expect(await seqs('account=mts&limit=2')).toEqual([4, 5]);
  });

  test.each([
    ['an unknown setting', { speed: 1 }],
    ['a percentage over 100', { lostAnswerPercent: 101 }],
    ['a word for a number', { ratePerSecond: 'fast' }],
    ['an unknown account', { account: 'nobody', ratePerSecond: 1 }],
    ['an inherited name', { toString: 1 }],
  ])('refuses a scenario with %s and changes nothing', async (_name, change) => {
    const simulator = await simulate();
    const before = await get(simulator, '/scenario');
    expect(await post(simulator, '/scenario', { window: 5, ...change })).toBe(400);
    expect(await get(simulator, '/scenario')).toEqual(before);
  });

  test('refuses broken bodies and unknown routes', async () => {
    const simulator = await simulate();
    const broken = await fetch(`${simulator.controlUrl}/scenario`, { method: 'POST', body: '{' });
    expect(broken.status).toBe(400);
    expect(await post(simulator, '/nowhere')).toBe(404);
    expect(await get(simulator, '/health')).toEqual({ ok: true });
  });

  test('reset restores the initial scenario, clears all data and keeps the sessions', async () => {
    const simulator = await simulate({ scenario: { refusedPercent: 0 } });
    const { session } = await bindTo(simulator);
    await session.submit(toNumber('70001000011'));
    await post(simulator, '/scenario', { refusedPercent: 100 });
    expect((await session.submit(submit)).status).toBe(0x65);
    await post(simulator, '/reset');
    expect(await counters(simulator)).toMatchObject({ sessions: 1, submits: 0, receiptsWaiting: 0, distinct: 0 });
    expect((await get(simulator, '/received'))['items']).toEqual([]);
    expect((await session.submit(submit)).status).toBe(0);
  });

  test('cut ends only the sessions of one account', async () => {
    const simulator = await simulate();
    const mts = await bindTo(simulator);
    const tele2 = await bindTo(simulator, { systemId: 'tele2' });
    await post(simulator, '/cut', { account: 'mts' });
    await until(() => mts.closed.length === 1);
    expect(tele2.session.isBound).toBe(true);
  });
});
