// Control port actions for the Telegram Gateway.
import { originProblem } from '../repeated-calls.ts';
import type { Gateway } from './gateway.ts';
import { gatewayFaultsOf, isGatewayChange } from './gateway-scenario.ts';

type Body = Readonly<Record<string, unknown>>;

export function setGatewayScenario(gateway: Gateway, change: Body): string | undefined {
  if (!isGatewayChange(change)) return `unknown setting or value out of range: ${gatewayFaultsOf(change).join(', ')}`;
  gateway.scenario = { ...gateway.scenario, ...change };
  return undefined;
}

/** `{"origin": "http://127.0.0.1:8080", "balance": 5}`: where reports go, and the credits of the account. */
export function setGatewayAccount(gateway: Gateway, { origin, balance }: Body): string | undefined {
  const problem = origin === undefined ? undefined : originProblem(origin);
  if (problem !== undefined) return problem;
  if (balance !== undefined && !(typeof balance === 'number' && balance >= 0)) return 'balance must be at least 0';
  if (typeof origin === 'string') gateway.reports.origin = origin;
  if (typeof balance === 'number') gateway.balance = balance;
  return undefined;
}
