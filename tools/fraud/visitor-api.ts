// A second API process for the simulated browsers. It is the API of the product, except that it checks eight zero bits
// of a proof of work: ten thousand proofs of 15 bits alone would take this machine twenty minutes. The challenges and
// all decisions are those of production.
import { readConfig } from '@volley/server/config.ts';
import { PRODUCTION_COSTS } from '@volley/server/platform/production-costs.ts';
import { startApi } from '@volley/server/processes/api.ts';
import { buildPlatform } from '@volley/server/processes/build-platform.ts';
import { CHECKED_BITS } from './hashing.ts';

const { platform, shutdown } = await buildPlatform(readConfig(process.env), ['api'], {
  costs: { ...PRODUCTION_COSTS, proofBitsMax: CHECKED_BITS },
});
const { url } = await startApi(platform, shutdown);
process.stdout.write(`${JSON.stringify({ ready: true, url })}\n`);
process.once('SIGTERM', () => void shutdown.run().then(() => process.exit(0)));
