// The list of templates of a business account, page by page:
// https://developers.facebook.com/docs/graph-api/reference/whats-app-business-account/message_templates
import type { SenderAccount } from '@volley/domain/sending/sender-account.ts';
import type { ListedTemplate } from '@volley/domain/templates/template-registry.ts';
import type { ProviderRequest } from '../../platform/http/provider-http.ts';
import type { Answer, TemplatePage } from '../dialect.ts';
import { listOf, type Members, membersOf, textOf } from '../json-members.ts';
import { authorization, type CloudApi, versionPath } from './speak.ts';

const FIELDS = 'name,language,status,category,components,parameter_format,rejected_reason';
const PER_PAGE = 100;
/** A template with all its texts and examples may have 20 kB. */
const PAGE_BYTES_MAX = 4 * 1024 * 1024;
const VARIABLE = /\{\{[^{}]{1,64}\}\}/g;
/** Meta's word for "no reason". */
const NO_REASON = 'NONE';

/** Undefined: the account does not name its business account. `after`: the place that the page before names. */
export function templatesRequest(
  api: CloudApi,
  account: SenderAccount,
  after: string | undefined,
): ProviderRequest | undefined {
  const wabaId = account.settings['wabaId'];
  if (wabaId === undefined) return undefined;
  const query = new URLSearchParams({ fields: FIELDS, limit: String(PER_PAGE), ...(after !== undefined && { after }) });
  return {
    method: 'GET',
    path: `${versionPath(api)}/${encodeURIComponent(wabaId)}/message_templates?${query.toString()}`,
    headers: authorization(account),
    answerBytesMax: PAGE_BYTES_MAX,
  };
}

/** Undefined: the answer is not a page. */
export function hearTemplates({ status, body }: Answer): TemplatePage | undefined {
  const { data, paging } = membersOf(body);
  if (status < 200 || status >= 300 || !Array.isArray(data)) return undefined;
  const { next, cursors } = membersOf(paging);
  const after = textOf(membersOf(cursors)['after']);
  return {
    templates: listOf(data).flatMap((one) => listedOf(membersOf(one))),
    // The address of the next page has the token in its query, so only its place is used.
    ...(textOf(next) !== '' && after !== '' && { after }),
  };
}

function listedOf(one: Members): ListedTemplate[] {
  const [name, language, status] = [textOf(one['name']), textOf(one['language']), textOf(one['status'])];
  if (name === '' || language === '' || status === '') return [];
  const category = textOf(one['category']);
  const components = listOf(one['components']).map(membersOf);
  const reason = textOf(one['rejected_reason']);
  return [
    {
      name,
      language,
      status,
      category,
      reason: reason === NO_REASON ? '' : reason,
      variables: variablesIn(components.filter(({ type }) => type === 'BODY').map(({ text }) => text)),
      isNamed: one['parameter_format'] === 'NAMED',
      hasOtherVariables: variablesIn(components.flatMap(otherTexts)) > 0,
    },
  ];
}

function otherTexts({ type, text, buttons }: Members): readonly unknown[] {
  if (type === 'HEADER') return [text];
  return type === 'BUTTONS' ? listOf(buttons).map((button) => membersOf(button)['url']) : [];
}

/** A variable that stands twice is one. */
const variablesIn = (texts: readonly unknown[]): number =>
  new Set(texts.flatMap((text) => textOf(text).match(VARIABLE) ?? [])).size;
