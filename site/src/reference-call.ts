// The page of one call: access, parameters, body, answer, errors, and examples of each.
import { DICTIONARY } from '@volley/contract/dictionary/find-entry.ts';
import { errorSlug } from './error-pages.ts';
import { folderOf, WORDS } from './language.ts';
import { cell, fenced, plain, table } from './markdown.ts';
import type { Call, Operation } from './open-api.ts';
import {
  limitsText,
  meaningOf,
  memberTable,
  resolved,
  type Schema,
  type SchemaPlace,
  typeText,
} from './schema-text.ts';

const HOST = 'https://volley.example';

export function callPage(call: Call, place: SchemaPlace): string {
  const words = WORDS[place.language];
  const { method, path, operation } = call;
  return [
    `# ${plain(operation.summary)}`,
    `<p class="call"><span class="method ${method.toLowerCase()}">${method}</span> <code v-pre>${path}</code></p>`,
    plain(operation.description ?? ''),
    ...parameterPart(operation, place),
    ...bodyPart(operation, place),
    `## ${words.request} {#request}`,
    fenced('sh', curl(call)),
    ...answerPart(operation, place),
    `## ${words.refusals} {#errors}`,
    refusalTable(operation, place),
    ...callbackPart(operation, place),
    '',
  ].join('\n\n');
}

function parameterPart({ parameters = [] }: Operation, place: SchemaPlace): string[] {
  const words = WORDS[place.language];
  if (parameters.length === 0) return [];
  const rows = parameters.map((parameter) => [
    `\`${parameter.name}\`${parameter.required ? `<br><span class="required">${words.required}</span>` : ''}`,
    parameter.in,
    cell(typeText(parameter.schema, place)),
    meaningOf({ ...parameter.schema, description: parameter.description ?? parameter.schema.description ?? '' }, place),
  ]);
  return [`## ${words.parameters} {#parameters}`, table([words.name, words.place, words.type, words.meaning], rows)];
}

function bodyPart({ requestBody }: Operation, place: SchemaPlace): string[] {
  const words = WORDS[place.language];
  if (requestBody === undefined) return [];
  const parts = Object.entries(requestBody.content).map(([type, { schema }]) => `\`${type}\`: ${shape(schema, place)}`);
  return [`## ${words.body} {#body}`, ...parts];
}

/** The name of a type with its limits, and the members of the object or of the items. */
function shape(schema: Schema, place: SchemaPlace): string {
  const whole = resolved(schema, place.named);
  const inner = whole.items === undefined ? whole : resolved(whole.items, place.named);
  const options = [schema.oneOf ?? schema.anyOf ?? []].flat().map((one) => resolved(one.items ?? one, place.named));
  const object = inner.properties === undefined ? options.find((one) => one.properties !== undefined) : inner;
  return [
    [typeText(schema, place), ...limitsText(whole, place)].map((part) => cell(part)).join('; '),
    plain(whole.description ?? ''),
    object === undefined ? '' : memberTable(object, place),
  ].join('\n\n');
}

function answerPart({ responses }: Operation, place: SchemaPlace): string[] {
  const words = WORDS[place.language];
  return Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, { content }]) => [
      `## ${words.answer} ${status} {#answer-${status}}`,
      ...(content === undefined ? [words.noBody] : []),
      ...Object.entries(content ?? {}).flatMap(([type, { schema, example }]) => [
        `\`${type}\`: ${shape(schema, place)}`,
        example === undefined
          ? ''
          : fenced(
              type === 'application/json' ? 'json' : 'text',
              typeof example === 'string' ? example : JSON.stringify(example, null, 2),
            ),
      ]),
    ]);
}

/** The name of a shared response contains its codes: `Refused4010Or4012`. */
function refusalTable({ responses }: Operation, place: SchemaPlace): string {
  const words = WORDS[place.language];
  const rows = Object.entries(responses)
    .filter(([status]) => !status.startsWith('2'))
    .flatMap(([status, { $ref = '' }]) =>
      [...$ref.matchAll(/\d{4}/g)].map(([code]) => {
        const entry = DICTIONARY.api.find((one) => one.code === Number(code));
        const name =
          entry === undefined ? code : `[${code}](/${folderOf(place.language)}${errorSlug('api', entry.code)}.md)`;
        return [status, name, cell(entry?.[place.language].title ?? '')];
      }),
    );
  return table([words.status, words.code, words.meaning], rows);
}

function callbackPart({ callbacks = {} }: Operation, place: SchemaPlace): string[] {
  const words = WORDS[place.language];
  const rows = Object.entries(callbacks).map(([name, urls]) => [
    `[\`${name}\`](./callbacks.md#${name})`,
    cell(Object.values(urls)[0]?.post.summary ?? ''),
  ]);
  return rows.length === 0 ? [] : [`## ${words.callbacks} {#callbacks}`, table([words.event, words.does], rows)];
}

function curl({ method, path, operation }: Call): string {
  const json = operation.requestBody?.content['application/json'];
  const form = operation.requestBody?.content['multipart/form-data'];
  const isOpen = (operation.security ?? []).length === 0;
  const query = (operation.parameters ?? [])
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name }) => `${name}=…`);
  const address = `${HOST}${path}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${address}'`,
    ...(isOpen ? [] : [`-H "Authorization: Bearer $TOKEN"`]),
    ...(json === undefined ? [] : [`-H 'Content-Type: application/json'`]),
    ...(json?.example === undefined ? [] : [`-d '${JSON.stringify(json.example, null, 2).replaceAll("'", "'\\''")}'`]),
    ...(form === undefined || json !== undefined ? [] : formParts(form.schema)),
  ].join(' \\\n  ');
}

const formParts = (schema: Schema): string[] =>
  Object.entries(schema.properties ?? {}).map(([name, { format, type }]) =>
    format === 'binary' || type === 'array' ? `-F '${name}=@file.pdf'` : `-F '${name}=…'`,
  );
