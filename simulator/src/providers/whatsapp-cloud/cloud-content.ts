// Rules for the content of messages other than templates.
import { type CloudReply, refused } from './cloud-reply.ts';
import { listOf, membersOf, textOf } from './cloud-templates.ts';

type Body = Readonly<Record<string, unknown>>;

const files = ['image', 'video', 'document', 'audio'];
const textLengthMax = 4_096;
const besideLengthMax = 1_024;
const buttonLengthMax = 20;
const repliesMax = 3;

/** Undefined: the message can be sent. */
export function contentProblem(body: Body): CloudReply | undefined {
  const type = textOf(body['type']) || 'text';
  const content = membersOf(body[type]);
  if (type === 'text') return lengthProblem('text.body', content['body'], textLengthMax);
  if (type === 'interactive') return interactiveProblem(content);
  return files.includes(type) ? fileProblem(type, content) : refused(131_051, `Message type ${type} is not supported`);
}

/** The text that a person reads first. */
export function shownText(body: Body): string {
  const content = membersOf(body[textOf(body['type']) || 'text']);
  const values = listOf(content['components']).flatMap((one) => listOf(membersOf(one)['parameters']));
  const words = [content['body'], membersOf(content['body'])['text'], content['caption']].map(textOf);
  return words.find((word) => word !== '') ?? values.map((value) => textOf(membersOf(value)['text'])).join(' ');
}

function lengthProblem(name: string, value: unknown, max: number): CloudReply | undefined {
  const length = Array.from(textOf(value)).length;
  if (length === 0) return refused(131_008, `Parameter ${name} is required`);
  return length <= max ? undefined : refused(100, `Param ${name} must be at most ${max} characters long.`);
}

function fileProblem(type: string, { id, link, caption }: Body): CloudReply | undefined {
  if (id === undefined && !/^https?:\/\//.test(textOf(link)))
    return refused(100, `Param ${type}.link is not a valid URI.`);
  if (caption === undefined) return undefined;
  return type === 'audio'
    ? refused(100, 'Unexpected key "caption" on param "audio".')
    : lengthProblem(`${type}.caption`, caption, besideLengthMax);
}

function interactiveProblem({ type, body, action }: Body): CloudReply | undefined {
  const { buttons, name, parameters } = membersOf(action);
  const length = lengthProblem('interactive.body.text', membersOf(body)['text'], besideLengthMax);
  if (length !== undefined) return length;
  if (type === 'cta_url') {
    const { display_text: shown, url } = membersOf(parameters);
    return name === 'cta_url' && /^https?:\/\//.test(textOf(url))
      ? lengthProblem('display_text', shown, buttonLengthMax)
      : refused(131_009, 'Link of the button is invalid');
  }
  if (type !== 'button') return refused(131_009, `Interactive type ${textOf(type)} is not simulated`);
  const replies = listOf(buttons).map((one) => membersOf(membersOf(one)['reply']));
  const ids = new Set(replies.map(({ id }) => textOf(id)));
  if (replies.length === 0 || replies.length > repliesMax || ids.size !== replies.length || ids.has(''))
    return refused(131_009, `Interactive buttons must be 1 to ${repliesMax} with ids of their own`);
  return replies
    .map(({ title }) => lengthProblem('reply.title', title, buttonLengthMax))
    .find((problem) => problem !== undefined);
}
