// The template at a messenger that a registered template stands for. The messenger shows its own text of that template,
// with the values of the variables in their order.
import { compileTemplatePattern, templateValues } from './template-pattern.ts';
import type { TemplateType } from './template-status.ts';

export type ProviderTemplate = { readonly name: string; readonly language: string };

export type FilledTemplate = ProviderTemplate & {
  readonly values: readonly string[];
  /** A template for codes; its only value is the code. */
  readonly isCode: boolean;
  /** The status in which the messenger refuses messages of the template. */
  readonly refusedAs?: string;
};

/** For a message over a protocol with sessions. */
export type SessionFacts = {
  /** The recipient has written to the sender name within the last day. */
  readonly isOpen: boolean;
  readonly template?: FilledTemplate;
};

export type RegisteredTemplate = {
  readonly templateType: TemplateType;
  readonly pattern: string;
  readonly content: Readonly<Record<string, unknown>> | null;
  /** Its status at the messenger; absent or null: not known. */
  readonly providerStatus?: string | null;
};

/** The messenger does not list the template. */
export const MISSING = 'MISSING';

/** The messenger refuses messages of a template in these states. In an unknown state it is asked with each message. */
const UNUSABLE: ReadonlySet<string> = new Set([
  MISSING,
  'PENDING',
  'IN_APPEAL',
  'REJECTED',
  'PAUSED',
  'DISABLED',
  'ARCHIVED',
  'DELETED',
  'PENDING_DELETION',
]);

export const isUnusable = (providerStatus: string): boolean => UNUSABLE.has(providerStatus);

/** Undefined: the registered template names no template of the messenger. */
export function providerTemplateOf({ content }: Pick<RegisteredTemplate, 'content'>): ProviderTemplate | undefined {
  const given = content?.['template'];
  if (typeof given !== 'object' || given === null) return undefined;
  const { name, language } = given as Readonly<Record<string, unknown>>; // any object
  return typeof name === 'string' && typeof language === 'string' ? { name, language } : undefined;
}

/** Undefined: the registered template names no template of the messenger, or the text does not match it. */
export function fillTemplate(
  template: RegisteredTemplate,
  { text, code }: { readonly text: string; readonly code: string | undefined },
): FilledTemplate | undefined {
  const named = providerTemplateOf(template);
  if (named === undefined) return undefined;
  const refusedAs = template.providerStatus ?? '';
  const known = isUnusable(refusedAs) ? { ...named, refusedAs } : named;
  const isCode = template.templateType === 'AUTHORIZE';
  if (isCode && code !== undefined) return { ...known, values: [code], isCode };
  const values = templateValues(compileTemplatePattern(template.pattern), text);
  if (values === undefined) return undefined;
  return isCode ? { ...known, values: values.slice(0, 1), isCode } : { ...known, values, isCode };
}
