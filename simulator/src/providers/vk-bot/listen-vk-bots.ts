// The HTTP side of the simulated VK API: /method/{method}. Errors have HTTP 200, as VK answers them.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { loseAnswer } from '../../lost-answer.ts';
import { listenHttp, type ProviderServer, readCall } from '../http-server.ts';
import type { VkBots } from './vk-bots.ts';
import { photoPath } from './vk-photos.ts';
import { refused, type VkReply } from './vk-reply.ts';

export const listenVkBots = (port: number, host: string, bots: VkBots): Promise<ProviderServer> =>
  listenHttp(port, host, (request, response) => serve(request, response, bots));

async function serve(request: IncomingMessage, response: ServerResponse, bots: VkBots): Promise<void> {
  const { scenario, counted } = bots;
  const { pathname, parameters } = await readCall(request);
  counted.calls += 1;
  if (bots.happens(scenario.resetPercent)) {
    counted.resets += 1;
    return void request.socket.destroy();
  }
  if (bots.happens(scenario.failedPercent)) {
    counted.failed += 1;
    return send(response, refused(10, 'Internal server error', parameters));
  }
  if (pathname === photoPath) return sendJson(response, bots.photos.take(parameters));
  const method = /^\/method\/([\w.]+)$/.exec(pathname)?.[1] ?? '';
  const reply = bots.answer(method, parameters, request.headers.host);
  const isSent = method === 'messages.send' && 'response' in reply;
  const losesAnswer = 'response' in reply && reply.losesAnswer;
  if (losesAnswer || (isSent && bots.happens(scenario.lostAnswerPercent))) {
    counted.answersLost += 1;
    return loseAnswer(request, response, scenario.lostAnswers, (percent) => bots.happens(percent));
  }
  send(response, reply);
}

function send(response: ServerResponse, reply: VkReply): void {
  const { losesAnswer: _, ...shown } = { losesAnswer: undefined, ...reply };
  sendJson(response, shown);
}

function sendJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}
