// Runs the simulator as a process. Prints one line of JSON when ready and ends on SIGTERM or SIGINT.
import { startSimulator } from './simulator.ts';

function portOf(name: string): number {
  const port = Number(process.env[name] ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new RangeError(`${name} ${port} is not a port number`);
  return port;
}

const seed = Number(process.env['SIMULATOR_SEED'] ?? 1);
if (!Number.isInteger(seed)) throw new RangeError(`SIMULATOR_SEED ${seed} is not an integer`);
const logFile = process.env['SIMULATOR_LOG_FILE'];
const password = process.env['SIMULATOR_PASSWORD'];
const simulator = await startSimulator({
  smppPort: portOf('SIMULATOR_SMPP_PORT'),
  httpPort: portOf('SIMULATOR_HTTP_PORT'),
  channelPort: portOf('SIMULATOR_CHANNEL_PORT'),
  gatewayPort: portOf('SIMULATOR_GATEWAY_PORT'),
  botPort: portOf('SIMULATOR_BOT_PORT'),
  maxBotPort: portOf('SIMULATOR_MAX_BOT_PORT'),
  whatsappPort: portOf('SIMULATOR_WHATSAPP_PORT'),
  partnerPort: portOf('SIMULATOR_PARTNER_PORT'),
  vkBotPort: portOf('SIMULATOR_VK_BOT_PORT'),
  seed,
  host: process.env['SIMULATOR_HOST'] ?? '127.0.0.1',
  ...(logFile === undefined || logFile === '' ? {} : { logFile }),
  ...(password === undefined || password === '' ? {} : { password }),
});

const stop = (): void => {
  void simulator.close().then(() => process.exit(0));
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

// JSON leaves out the functions of the simulator.
process.stdout.write(`${JSON.stringify({ ready: true, ...simulator })}\n`);
