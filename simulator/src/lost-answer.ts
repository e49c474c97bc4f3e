// How the answer to a call is lost after the call had its effect: the connection closes, the answer breaks off, or a
// gateway before the provider answers with a page.
import type { IncomingMessage, ServerResponse } from 'node:http';

const forms = ['closed', 'half', '408', '502', '504'] as const;
type LostForm = (typeof forms)[number];
/** any: one of them by chance. */
export type LostAnswers = LostForm | 'any';

export const isLostAnswers = (value: unknown): value is LostAnswers =>
  value === 'any' || forms.some((form) => form === value);

type Chance = (percent: number) => boolean;

export function loseAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  how: LostAnswers,
  happens: Chance,
): void {
  const form = how === 'any' ? drawn(happens) : how;
  if (form === 'closed') return void request.socket.destroy();
  if (form === 'half') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 4_096 });
    return void response.write('{"ok":true,', () => request.socket.destroy());
  }
  response.writeHead(Number(form), { 'content-type': 'text/html' });
  response.end(`<html><body>${form}</body></html>`);
}

/** Each form is as likely as the others. */
function drawn(happens: Chance): LostForm {
  const at = forms.findIndex((_, place) => happens(100 / (forms.length - place)));
  return forms[at] ?? 'closed';
}
