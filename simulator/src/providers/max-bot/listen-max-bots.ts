// The HTTP side of the simulated Bot API of MAX. The recipient stands in the query and the token in a header; a
// recipient in the body is ignored, as the provider ignores it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { loseAnswer } from '../../lost-answer.ts';
import { listenHttp, type ProviderServer, readCall } from '../http-server.ts';
import type { MaxBots } from './max-bots.ts';
import { type MaxReply, refused } from './max-reply.ts';

export const listenMaxBots = (port: number, host: string, bots: MaxBots): Promise<ProviderServer> =>
  listenHttp(port, host, (request, response) => serve(request, response, bots));

async function serve(request: IncomingMessage, response: ServerResponse, bots: MaxBots): Promise<void> {
  const { scenario, counted } = bots;
  const { pathname, parameters: body } = await readCall(request);
  counted.calls += 1;
  if (bots.happens(scenario.resetPercent)) {
    counted.resets += 1;
    return void request.socket.destroy();
  }
  if (bots.happens(scenario.failedPercent)) {
    counted.failed += 1;
    return send(response, refused(503, 'service.unavailable', 'Service is temporarily unavailable'));
  }
  const { method = '', headers } = request;
  const query = new URL(request.url ?? '/', 'http://localhost').searchParams;
  const reply = bots.answer({
    method,
    pathname,
    query,
    authorization: headers.authorization ?? '',
    body,
    host: headers.host ?? '',
  });
  const isSent = reply.status === 200 && method === 'POST' && pathname === '/messages';
  if (reply.losesAnswer || (isSent && bots.happens(scenario.lostAnswerPercent))) {
    counted.answersLost += 1;
    return loseAnswer(request, response, scenario.lostAnswers, (percent) => bots.happens(percent));
  }
  send(response, reply);
}

function send(response: ServerResponse, { status, body }: MaxReply): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}
