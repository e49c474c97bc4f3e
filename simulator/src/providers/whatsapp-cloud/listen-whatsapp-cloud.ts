// The HTTP side of the simulated Cloud API.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { loseAnswer } from '../../lost-answer.ts';
import { listenHttp, type ProviderServer, readCall } from '../http-server.ts';
import { type CloudReply, refused } from './cloud-reply.ts';
import type { WhatsappCloud } from './whatsapp-cloud.ts';

export const listenWhatsappCloud = (port: number, host: string, cloud: WhatsappCloud): Promise<ProviderServer> =>
  listenHttp(port, host, (request, response) => serve(request, response, cloud));

async function serve(request: IncomingMessage, response: ServerResponse, cloud: WhatsappCloud): Promise<void> {
  const { scenario, counted } = cloud;
  const { pathname, parameters: body } = await readCall(request);
  counted.calls += 1;
  if (cloud.happens(scenario.resetPercent)) {
    counted.resets += 1;
    return void request.socket.destroy();
  }
  if (cloud.happens(scenario.failedPercent)) {
    counted.failed += 1;
    return send(response, refused(2, 'simulated', 503));
  }
  const { method = '', headers } = request;
  const reply = cloud.answer({ method, pathname, authorization: headers.authorization ?? '', body });
  const isSent = reply.status === 200 && method === 'POST';
  if (reply.losesAnswer || (isSent && cloud.happens(scenario.lostAnswerPercent))) {
    counted.answersLost += 1;
    return loseAnswer(request, response, scenario.lostAnswers, (percent) => cloud.happens(percent));
  }
  send(response, reply);
}

function send(response: ServerResponse, { status, body }: CloudReply): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' });
  response.end(JSON.stringify(body));
}
