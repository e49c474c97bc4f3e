import { beforeAll, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { useCell } from '../../given/cell.ts';
import { givenAccount } from '../../given/people/account.ts';
import { registerName } from '../../given/people/seller.ts';
import { givenVerifier, PHONE, type Verifier, wrong } from '../../given/people/verification.ts';
import { until } from '../../given/until.ts';

const LIFETIME_SECONDS = 60;
const cell = useCell({ settings: { linkRetryMaxMs: 500 } });

let verifier: Verifier;
beforeAll(async () => {
  await cell().link('mts');
  const account = await givenAccount(cell(), {});
  await registerName(cell(), account, {});
  verifier = await givenVerifier(cell(), account, { lifetimeSeconds: LIFETIME_SECONDS });
});

const isBound = async () => {
  const [row] = await cell().sql<{ bound: boolean }>(`select bound from operator_links where name = 'mts'`);
  return row?.bound;
};

const endOf = (uuid: string) =>
  until('the message is final', async () => {
    const [row] = await cell().sql<{ status: number; error_code: number | null }>(
      `select m.status, m.error_code
       from messages m
       join verifications v on v.message_uuid = m.id
       where v.id = $1 and m.status >= 2`,
      [uuid],
    );
    return row;
  });

const received = async () =>
  (await cell().operators.received('mts')).filter(({ destination }) => destination === PHONE).length;

async function whileAway(work: () => Promise<string>): Promise<string> {
  const { operators } = cell();
  await operators.behave('mts', { bindStatus: 13 });
  await operators.cut('mts');
  await until('the link is down', async () => (await isBound()) === false);
  const uuid = await work();
  await operators.behave('mts', { bindStatus: 0 });
  return uuid;
}

covers('messaging.verifier.send.lifetime');
test('a code never arrives after its lifetime, also if its link was away', async () => {
  const uuid = await whileAway(async () => {
    const sent = await verifier.sent();
    await cell().advance(LIFETIME_SECONDS + 1);
    return sent;
  });
  expect([await endOf(uuid), await received()]).toEqual([{ status: 3, error_code: 7060 }, 0]);
});

test('a code that waited less is sent with the rest of its lifetime', async () => {
  const uuid = await whileAway(async () => {
    const sent = await verifier.sent();
    await cell().advance(LIFETIME_SECONDS / 2);
    return sent;
  });
  expect([(await endOf(uuid)).status, await received()]).toEqual([2, 1]);
});

test('a code that was used while it waited is never sent, not even masked', async () => {
  const before = await received();
  const uuid = await whileAway(async () => {
    const sent = await verifier.sent();
    const code = await verifier.codeOf(sent);
    for (let check = 0; check < 5; check += 1) await verifier.check(sent, wrong(code));
    return sent;
  });
  expect([await endOf(uuid), await received()]).toEqual([{ status: 3, error_code: 7060 }, before]);
});
