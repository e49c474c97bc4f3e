// The HTTP side of the simulated Telegram Gateway: token, faults, and methods whose names have no case.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { loseAnswer } from '../../lost-answer.ts';
import { listenHttp, type Parameters, type ProviderServer, readCall } from '../http-server.ts';
import type { Gateway, GatewayReply } from './gateway.ts';

const page = '<html><body>Service Unavailable</body></html>';

const methods: Readonly<Record<string, (gateway: Gateway, body: Parameters) => GatewayReply>> = {
  checksendability: (gateway, body) => gateway.check(body),
  sendverificationmessage: (gateway, body) => gateway.send(body),
  checkverificationstatus: (gateway, body) => gateway.status(body),
  revokeverificationmessage: (gateway, body) => gateway.revoke(body),
};

export const listenGateway = (port: number, host: string, gateway: Gateway): Promise<ProviderServer> =>
  listenHttp(port, host, (request, response) => serve(request, response, gateway));

async function serve(request: IncomingMessage, response: ServerResponse, gateway: Gateway): Promise<void> {
  const { pathname, parameters: body } = await readCall(request);
  gateway.counted.calls += 1;
  const fault = faultOf(gateway);
  if (fault === 'reset') return void request.socket.destroy();
  if (fault === 'throttled') return void response.writeHead(429, { 'retry-after': '1' }).end();
  if (fault === 'failed') return void response.writeHead(503, { 'content-type': 'text/html' }).end(page);
  const reply = answerOf(gateway, pathname.slice(1).toLowerCase(), tokenOf(request, body), body);
  if (reply.losesAnswer || gateway.happens(gateway.scenario.lostAnswerPercent)) {
    gateway.counted.answersLost += 1;
    return loseAnswer(request, response, gateway.scenario.lostAnswers, (percent) => gateway.happens(percent));
  }
  setTimeout(() => send(response, gateway, reply), gateway.scenario.answerDelayMs);
}

function faultOf(gateway: Gateway): 'reset' | 'throttled' | 'failed' | undefined {
  const { scenario, counted } = gateway;
  if (gateway.happens(scenario.resetPercent)) {
    counted.resets += 1;
    return 'reset';
  }
  if (gateway.happens(scenario.throttledPercent)) {
    counted.throttled += 1;
    return 'throttled';
  }
  if (!gateway.happens(scenario.failedPercent)) return undefined;
  counted.failed += 1;
  return 'failed';
}

function answerOf(gateway: Gateway, method: string, token: string | undefined, body: Parameters): GatewayReply {
  const { scenario, counted } = gateway;
  const run = methods[method];
  if (token === undefined || token === '') return { error: 'ACCESS_TOKEN_REQUIRED' };
  if (token !== gateway.token || scenario.lockedOut) return { error: 'ACCESS_TOKEN_INVALID' };
  if (run === undefined) return { error: 'UNKNOWN_METHOD' };
  const isCheck = method === 'checksendability';
  if (!isCheck && method !== 'sendverificationmessage') return run(gateway, body);
  if (gateway.happens(scenario.floodPercent)) {
    counted.flooded += 1;
    return { error: `FLOOD_WAIT_${scenario.floodSeconds}` };
  }
  const error = isCheck ? scenario.checkError : scenario.sendError;
  return error === '' ? run(gateway, body) : { error };
}

function tokenOf({ headers }: IncomingMessage, { access_token: parameter }: Parameters): string | undefined {
  const bearer = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
  return bearer ?? (typeof parameter === 'string' ? parameter : undefined);
}

function send(response: ServerResponse, { scenario }: Gateway, { error, result }: GatewayReply): void {
  const isError = error !== undefined;
  response.writeHead(isError ? scenario.errorStatus : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isError ? { ok: false, error } : { ok: true, result }));
}
