// The HTTP side of the simulated Bot API: /bot{token}/{method}, with methods whose names have no case.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { loseAnswer } from '../../lost-answer.ts';
import { listenHttp, type ProviderServer, readCall } from '../http-server.ts';
import { type BotReply, refused } from './bot-reply.ts';
import type { Bots } from './bots.ts';

export const listenBots = (port: number, host: string, bots: Bots): Promise<ProviderServer> =>
  listenHttp(port, host, (request, response) => serve(request, response, bots));

async function serve(request: IncomingMessage, response: ServerResponse, bots: Bots): Promise<void> {
  const { scenario, counted } = bots;
  const { pathname, parameters } = await readCall(request);
  counted.calls += 1;
  if (bots.happens(scenario.resetPercent)) {
    counted.resets += 1;
    return void request.socket.destroy();
  }
  if (bots.happens(scenario.failedPercent)) {
    counted.failed += 1;
    return send(response, refused(500, 'Internal Server Error'));
  }
  const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(pathname) ?? [];
  const reply = token === undefined ? refused(404, 'Not Found') : bots.answer(token, method.toLowerCase(), parameters);
  if (reply.ok && (reply.losesAnswer || (isSend(method) && bots.happens(scenario.lostAnswerPercent)))) {
    counted.answersLost += 1;
    return loseAnswer(request, response, scenario.lostAnswers, (percent) => bots.happens(percent));
  }
  send(response, reply);
}

const isSend = (method: string): boolean => method.toLowerCase().startsWith('send');

function send(response: ServerResponse, reply: BotReply): void {
  const { losesAnswer: _, ...shown } = { losesAnswer: undefined, ...reply };
  response.writeHead(reply.ok ? 200 : reply.error_code, { 'content-type': 'application/json' });
  response.end(JSON.stringify(shown));
}
