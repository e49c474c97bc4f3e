// A page of the templates of a business account, in the form of the Graph API.
import type { CloudReply } from './cloud-reply.ts';
import { type CloudTemplate, textOf } from './cloud-templates.ts';

const defaultLimit = 25;

/** The simulated business accounts share one list. */
export function templatePage(
  all: readonly CloudTemplate[],
  { limit, after }: Readonly<Record<string, unknown>>,
): CloudReply {
  const size = Number(limit) || defaultLimit;
  const start = after === undefined ? 0 : Number(Buffer.from(textOf(after), 'base64url').toString());
  const shown = all.slice(start, start + size);
  const cursor = (at: number) => Buffer.from(String(at)).toString('base64url');
  const cursors = { before: cursor(start), after: cursor(start + shown.length) };
  const hasNext = start + shown.length < all.length;
  return {
    status: 200,
    body: {
      data: shown.map(listed),
      paging: { cursors, ...(hasNext && { next: `https://graph.facebook.com/?after=${cursors.after}` }) },
    },
  };
}

function listed({ name, language, category, variables, header, status, reason }: CloudTemplate, at: number) {
  const values = Array.from({ length: variables }, (_, index) => `{{${index + 1}}}`);
  const buttons = [{ type: 'URL', text: 'Copy code', url: 'https://www.whatsapp.com/otp/code/?code=otp{{1}}' }];
  return {
    name,
    language,
    status,
    category,
    parameter_format: 'POSITIONAL',
    rejected_reason: reason,
    components: [
      ...(header === undefined ? [] : [{ type: 'HEADER', format: header.toUpperCase() }]),
      { type: 'BODY', text: ['Simulated', ...values].join(' ') },
      ...(category === 'AUTHENTICATION' ? [{ type: 'BUTTONS', buttons }] : []),
    ],
    id: String(at + 1),
  };
}
