import { ERROR } from '@volley/domain/sending/message-error.ts';
import { beforeAll, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { useCell } from '../../given/cell.ts';
import { givenAccount } from '../../given/people/account.ts';
import { registerName } from '../../given/people/seller.ts';
import { givenVerifier, PHONE, type Verifier, wrong } from '../../given/people/verification.ts';
import { linkNamed } from '../../given/rows/links.ts';
import { isFinal, outcomesOfCodes } from '../../given/rows/message-ends.ts';
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

const isBound = async () => (await linkNamed(cell(), 'mts')).bound;

const endOf = (uuid: string) =>
  until('the message is final', async () => {
    const [outcome] = await outcomesOfCodes(cell(), [uuid]);
    if (outcome === undefined || !isFinal(outcome)) return undefined;
    const { status, errorCode } = outcome;
    return { status, errorCode };
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
  expect([await endOf(uuid), await received()]).toEqual([{ status: 'FAILED', errorCode: ERROR.lifetimeOver }, 0]);
});

test('a code that waited less is sent with the rest of its lifetime', async () => {
  const uuid = await whileAway(async () => {
    const sent = await verifier.sent();
    await cell().advance(LIFETIME_SECONDS / 2);
    return sent;
  });
  expect([(await endOf(uuid)).status, await received()]).toEqual(['DELIVERED', 1]);
});

test('a code that was used while it waited is never sent, not even masked', async () => {
  const before = await received();
  const uuid = await whileAway(async () => {
    const sent = await verifier.sent();
    const code = await verifier.codeOf(sent);
    for (let check = 0; check < 5; check += 1) await verifier.check(sent, wrong(code));
    return sent;
  });
  expect([await endOf(uuid), await received()]).toEqual([{ status: 'FAILED', errorCode: ERROR.lifetimeOver }, before]);
});
