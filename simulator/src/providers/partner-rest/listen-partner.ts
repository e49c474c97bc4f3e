// The HTTP side of the simulated aggregator: `/login-form` is the whole address of the form `login`; the form `key` has
// a path per channel.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { loseAnswer } from '../../lost-answer.ts';
import { listenHttp, type ProviderServer, readCall } from '../http-server.ts';
import type { Partner } from './partner.ts';
import type { PartnerReply } from './partner-form.ts';

export const listenPartner = (port: number, host: string, partner: Partner): Promise<ProviderServer> =>
  listenHttp(port, host, (request, response) => serve(request, response, partner));

async function serve(request: IncomingMessage, response: ServerResponse, partner: Partner): Promise<void> {
  const { scenario, counted } = partner;
  const { pathname, parameters: body } = await readCall(request);
  counted.calls += 1;
  if (request.method !== 'POST') return send(response, { status: 405, body: {} });
  if (partner.happens(scenario.resetPercent)) {
    counted.resets += 1;
    return void request.socket.destroy();
  }
  if (partner.happens(scenario.throttledPercent)) {
    counted.throttled += 1;
    return send(response, { status: 429, body: {} });
  }
  if (partner.happens(scenario.failedPercent)) {
    counted.failed += 1;
    return send(response, { status: 503, body: { error: { code: 100 }, result: [{ code: 'INTERNAL_FAILURE' }] } });
  }
  const before = counted.taken;
  const reply = partner.answer({ pathname, authorization: request.headers.authorization ?? '', body });
  const isTaken = partner.counted.taken > before;
  if (reply.losesAnswer || (isTaken && partner.happens(scenario.lostAnswerPercent))) {
    partner.counted.answersLost += 1;
    return loseAnswer(request, response, scenario.lostAnswers, (percent) => partner.happens(percent));
  }
  send(response, reply);
}

function send(response: ServerResponse, { status, body }: PartnerReply): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}
