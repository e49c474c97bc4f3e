// The template at a messenger that a registered template stands for. The messenger shows its own text of that template,
// with the values of the variables in their order.
import { compileTemplatePattern, templateValues } from './template-pattern.ts';
import type { TemplateType } from './template-status.ts';

export type ProviderTemplate = { readonly name: string; readonly language: string };

export type FilledTemplate = ProviderTemplate & {
  readonly values: readonly string[];
  /** A template for codes; its only value is the code. */
  readonly isCode: boolean;
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
};

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
  const known = providerTemplateOf(template);
  if (known === undefined) return undefined;
  const isCode = template.templateType === 'AUTHORIZE';
  if (isCode && code !== undefined) return { ...known, values: [code], isCode };
  const values = templateValues(compileTemplatePattern(template.pattern), text);
  if (values === undefined) return undefined;
  return isCode ? { ...known, values: values.slice(0, 1), isCode } : { ...known, values, isCode };
}
