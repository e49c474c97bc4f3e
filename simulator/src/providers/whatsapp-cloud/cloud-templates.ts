// Templates of the simulated provider, by name and language. Messages take approved ones only.
import { type CloudReply, refused } from './cloud-reply.ts';

type Body = Readonly<Record<string, unknown>>;

export const categories = ['AUTHENTICATION', 'UTILITY', 'MARKETING'] as const;
export type Category = (typeof categories)[number];

export type CloudTemplate = {
  name: string;
  language: string;
  category: Category;
  /** Number of variables of its body. */
  variables: number;
  /** Type of the file in its header. */
  header?: string;
  status: string;
  /** Why it was rejected. */
  reason: string;
};

const approved = 'APPROVED';
const none = 'NONE';
/** Codes of messages of templates that exist and cannot be sent. */
const stateProblems: ReadonlyMap<string, number> = new Map([
  ['PAUSED', 132_015],
  ['DISABLED', 132_016],
]);
const keyOf = (name: string, language: string) => `${name} ${language}`;
const codeLengthMax = 15;
const valueLengthMax = 1_024;

export class CloudTemplates {
  readonly #templates = new Map<string, CloudTemplate>();

  constructor() {
    // Every account begins with this template.
    this.#put({
      name: 'hello_world',
      language: 'en_US',
      category: 'UTILITY',
      variables: 0,
      status: approved,
      reason: none,
    });
  }

  get all(): readonly CloudTemplate[] {
    return [...this.#templates.values()];
  }

  /**
   * `{"name": "otp_ru", "language": "ru", "category": "AUTHENTICATION", "variables": 1}`, with `status` and `reason`
   * unless it is approved. The status `DELETED` removes it.
   */
  set({ name, language, category, variables = 0, header, status = approved, reason = none }: Body): string | undefined {
    const known = categories.find((one) => one === category);
    if (typeof name !== 'string' || typeof language !== 'string') return 'name and language are needed';
    if (known === undefined) return `category must be one of ${categories.join(', ')}`;
    if (typeof variables !== 'number') return 'variables must be a number';
    if (typeof status !== 'string' || typeof reason !== 'string') return 'status and reason must be texts';
    const shown = { ...(typeof header === 'string' && { header }), status, reason };
    if (status === 'DELETED') this.#templates.delete(keyOf(name, language));
    else this.#put({ name, language, category: known, variables, ...shown });
    return undefined;
  }

  #put(template: CloudTemplate): void {
    this.#templates.set(keyOf(template.name, template.language), template);
  }

  /** The template that a message names with right parameters, or the error about it. */
  find(given: Body): CloudTemplate | CloudReply {
    const [name, language] = [textOf(given['name']), textOf(membersOf(given['language'])['code'])];
    const template = this.#templates.get(keyOf(name, language));
    const state = stateProblems.get(template?.status ?? '');
    if (state !== undefined) return refused(state, `template ${name} is ${template?.status}`);
    if (template?.status !== approved)
      return refused(132_001, `template name (${name}) does not exist in ${language}`, 404);
    return problemOf(template, listOf(given['components']).map(membersOf)) ?? template;
  }
}

export const isTemplate = (found: CloudTemplate | CloudReply): found is CloudTemplate => 'category' in found;

function problemOf(template: CloudTemplate, components: readonly Body[]): CloudReply | undefined {
  const valuesOf = (type: string) =>
    components.filter((one) => one['type'] === type).flatMap((one) => listOf(one['parameters']).map(membersOf));
  const [body, header, buttons] = [valuesOf('body'), valuesOf('header'), valuesOf('button')];
  if (body.length !== template.variables)
    return refused(
      132_000,
      `body: number of localizable_params (${body.length}) does not match the expected number of params (${template.variables})`,
    );
  if (header[0]?.['type'] !== template.header)
    return refused(132_012, `header: Format mismatch, expected ${(template.header ?? 'none').toUpperCase()}`);
  if (body.some(({ type, text }) => type !== 'text' || !isValue(text)))
    return refused(132_018, 'Param text cannot have new-line/tab characters or more than 4 consecutive spaces');
  return template.category === 'AUTHENTICATION' ? codeProblem(body, buttons) : undefined;
}

const isValue = (text: unknown) =>
  typeof text === 'string' && text !== '' && text.length <= valueLengthMax && !/[\n\t]| {5}/.test(text);

/** The code stands in the body and in the button. */
function codeProblem(body: readonly Body[], buttons: readonly Body[]): CloudReply | undefined {
  const code = textOf(body[0]?.['text']);
  if (buttons.length !== 1) return refused(131_008, 'buttons: Button at index 0 of type Url requires a parameter');
  return code.length <= codeLengthMax && buttons[0]?.['text'] === code
    ? undefined
    : refused(132_018, `buttons: the code must have at most ${codeLengthMax} characters and be that of the body`);
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export function membersOf(value: unknown): Body {
  // Checked to be a plain JSON object.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : {};
}
