// `npm run fraud`: a simulated attacker and honest visitors at widgets of a running system. Prints what a pumped
// message costs the attacker and what honest visitors were asked for, and exits with 1 if a figure does not hold.
// `--json` prints one line of JSON; `--quick` brings a tenth of the visitors. Needs PostgreSQL and NATS. Most proofs
// are made with eight zero bits, for an API process that checks no more; their cost is that of the bits that were asked
// for, by the hashes per second that this machine makes. A few are made in full, for the API of the product.
import { parseArgs } from 'node:util';
import { measureRates } from './fraud/hashing.ts';
import { openPhones, type Phones } from './fraud/phones.ts';
import { printReport } from './fraud/report.ts';
import { type System, startSystem } from './fraud/running-system.ts';
import { captchaScene, failingScene, type Ground, proofScene, type Sizes } from './fraud/scenes.ts';
import { resultOf } from './fraud/verdict.ts';
import { makeWholeProofs } from './fraud/whole-proofs.ts';
import { ensureServers } from './local-servers.ts';
import { openSteps } from './steps.ts';

const { values: options } = parseArgs({
  options: { json: { type: 'boolean', default: false }, quick: { type: 'boolean', default: false } },
});

const WHOLE: Sizes = { visitors: 10_000, captchaVisitors: 500, pumped: 580, captchaPumped: 300 };
const QUICK: Sizes = { visitors: 1_000, captchaVisitors: 200, pumped: 380, captchaPumped: 300 };

const startedAt = performance.now();
const steps = openSteps('fraud');
steps.next('measuring this machine');
const rates = measureRates();
const servers = await ensureServers();
steps.next('starting the service, operators and captcha provider');
let system: System | undefined;
let phones: Phones | undefined;
try {
  system = await startSystem(servers);
  phones = openPhones(system.simulatorUrl);
  const ground: Ground = { system, phones, sizes: options.quick ? QUICK : WHOLE };
  steps.next('visiting the widget with proofs of work');
  const scenes = [await proofScene(ground)];
  steps.next('visiting the widget with a captcha');
  scenes.push(await captchaScene(ground));
  steps.next('visiting the widget whose captcha provider fails');
  scenes.push(await failingScene(ground));
  steps.next('making proofs in full');
  const { proofs: wholeProofs, isShortRefused } = await makeWholeProofs(system);
  steps.end();
  const widgets = scenes.map((scene) => resultOf(scene, rates));
  const violations = [
    ...widgets.flatMap(({ widget, violations: found }) => found.map((text) => `${widget}: ${text}`)),
    ...(wholeProofs.every(({ isAdmitted }) => isAdmitted) ? [] : ['the API refused a whole proof']),
    ...(isShortRefused ? [] : ['the API took a proof of eight bits']),
  ];
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const report = { rates, seconds, widgets, wholeProofs, violations };
  if (options.json) console.log(JSON.stringify(report));
  else printReport(report);
  process.exitCode = violations.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error);
  if (system !== undefined) console.error(system.logTails());
  process.exitCode = 1;
} finally {
  await phones?.close();
  try {
    await system?.stop();
  } finally {
    await servers.stop();
  }
}
