// Templates that a messenger lists, and what its list says about a registered template. It is a second fact beside the
// review of the registered template and never changes it.

import { isUnusable, MISSING, providerTemplateOf, type RegisteredTemplate } from './provider-template.ts';
import { compileTemplatePattern } from './template-pattern.ts';

/** A template as the messenger lists it. */
export type ListedTemplate = {
  readonly name: string;
  readonly language: string;
  /** A word of the messenger, such as APPROVED or PAUSED. */
  readonly status: string;
  /** A word of the messenger, such as AUTHENTICATION. */
  readonly category: string;
  /** The messenger's reason for the status; empty: none. */
  readonly reason: string;
  /** Variables of its body. */
  readonly variables: number;
  /** Its variables have names instead of numbers. */
  readonly isNamed: boolean;
  /** Its header, or a link of its buttons, has a variable too. */
  readonly hasOtherVariables: boolean;
};

/** `problem`: for people; null: the messenger takes messages of the template. */
export type TemplateState = { readonly status: string; readonly problem: string | null };

const CODES = 'AUTHENTICATION';

/** Undefined: the registered template names no template of the messenger. */
export function templateStateOf(
  template: RegisteredTemplate,
  listed: readonly ListedTemplate[],
): TemplateState | undefined {
  const named = providerTemplateOf(template);
  if (named === undefined) return undefined;
  const { name, language } = named;
  const sameName = listed.filter((one) => one.name === name);
  const found = sameName.find((one) => one.language === language);
  if (found === undefined) return { status: MISSING, problem: missing(name, language, sameName) };
  const { status, reason } = found;
  if (isUnusable(status))
    return { status, problem: `${name} in ${language} is ${status}${reason === '' ? '' : `: ${reason}`}` };
  return { status, problem: mismatch(template, found) ?? null };
}

function missing(name: string, language: string, sameName: readonly ListedTemplate[]): string {
  const languages = sameName.map((one) => one.language).toSorted((a, b) => (a < b ? -1 : 1));
  return languages.length === 0
    ? `${name} does not exist`
    : `${name} exists in ${languages.join(', ')}, but not in ${language}`;
}

/** Messages of such a template go, and the messenger refuses them. */
function mismatch({ templateType, pattern }: RegisteredTemplate, found: ListedTemplate): string | undefined {
  const isCode = templateType === 'AUTHORIZE';
  const { pieces } = compileTemplatePattern(pattern);
  const variables = pieces.filter(({ kind }) => kind !== 'literal').length;
  // A code is the only value of a template for codes.
  const sent = isCode ? Math.min(variables, 1) : variables;
  if (isCode !== (found.category === CODES))
    return isCode
      ? `AUTHORIZE needs a template of the category ${CODES}, not ${found.category}`
      : `a template of the category ${CODES} needs the type AUTHORIZE`;
  if (found.isNamed) return 'its variables have names; only numbered variables are filled';
  if (found.variables !== sent) return `its body has ${counted(found.variables)}, the pattern has ${counted(sent)}`;
  return found.hasOtherVariables && !isCode
    ? 'its header or its buttons have a variable, which is not filled'
    : undefined;
}

const counted = (variables: number): string => `${variables} ${variables === 1 ? 'variable' : 'variables'}`;
