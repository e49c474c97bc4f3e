// The reference of one API, from its OpenAPI document: a page per call, one with the named objects, one with callbacks.
import { folderOf, type Language, WORDS } from './language.ts';
import { cell, fenced, plain, table } from './markdown.ts';
import { type Api, callSlug, callsOf, type OpenApiDocument, type Operation } from './open-api.ts';
import { callPage } from './reference-call.ts';
import { limitsText, memberTable, type SchemaPlace, typeText } from './schema-text.ts';

export function referencePages(api: Api, document: OpenApiDocument, language: Language): Map<string, string> {
  const folder = `reference/${api}`;
  const objects = `/${folderOf(language)}${folder}/objects.md`;
  const place: SchemaPlace = { language, objects, named: document.components.schemas };
  return new Map([
    [`${folder}/index`, overviewPage(api, document, language)],
    [`${folder}/objects`, objectsPage(document, place)],
    [`${folder}/callbacks`, callbacksPage(document, place)],
    ...callsOf(document).map(
      (call) => [`${folder}/${callSlug(call.operation.operationId)}`, callPage(call, place)] as const,
    ),
  ]);
}

function overviewPage(api: Api, document: OpenApiDocument, language: Language): string {
  const words = WORDS[language];
  const lists = document.tags.flatMap(({ name, description = '' }) => {
    const calls = callsOf(document).filter(({ operation }) => operation.tags.includes(name));
    if (calls.length === 0) return [];
    const rows = calls.map(({ method, path, operation }) => [
      `<span class="method ${method.toLowerCase()}">${method}</span> [\`${path}\`](./${callSlug(operation.operationId)}.md)`,
      cell(operation.summary),
    ]);
    return [`### ${name} {#tag-${name}}`, plain(description), table([words.call, words.does], rows)];
  });
  return [
    `# ${words[api]}`,
    note(language),
    plain(document.info.description),
    `## ${words.allCalls} {#calls}`,
    ...lists,
    // Relative, because VitePress adds its base to links of pages only.
    `<a href="../../${folderOf(language) === '' ? '' : '../'}openapi/${api}.json" target="_self" download>${words.download}</a>`,
    '',
  ].join('\n\n');
}

function objectsPage(document: OpenApiDocument, place: SchemaPlace): string {
  const words = WORDS[place.language];
  const objects = Object.entries(document.components.schemas)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, schema]) => {
      const limits = limitsText(schema, place).map((limit) => cell(limit));
      const members = memberTable(schema, place);
      return [
        `## ${name} {#${name.toLowerCase()}}`,
        plain(schema.description ?? ''),
        members === '' ? [typeText(schema, place), ...limits].join('; ') : members,
      ].join('\n\n');
    });
  return [
    '---\noutline: 2\n---',
    `# ${words.schemas}`,
    `${words.schemasLead} ${words.englishWords}`,
    ...objects,
    '',
  ].join('\n\n');
}

/** Partner callbacks are described at the call that takes the URL, those of accounts as webhooks. */
function callbacksPage(document: OpenApiDocument, place: SchemaPlace): string {
  const words = WORDS[place.language];
  const atCalls = callsOf(document).flatMap(({ operation }) =>
    Object.entries(operation.callbacks ?? {}).map(([name, urls]) => [name, Object.values(urls)[0]?.post] as const),
  );
  const events = document.webhooks
    ? Object.entries(document.webhooks).map(([name, { post }]) => [name, post] as const)
    : atCalls;
  const parts = [...new Map(events)].flatMap(([name, operation]) =>
    operation === undefined ? [] : [eventPart(name, operation, place)],
  );
  return [`# ${words.callbacks}`, `${words.callbacksLead} ${words.englishWords}`, ...parts, ''].join('\n\n');
}

function eventPart(name: string, operation: Operation, place: SchemaPlace): string {
  const words = WORDS[place.language];
  const content = operation.requestBody?.content['application/json'];
  const headers = (operation.parameters ?? []).map((header) => [`\`${header.name}\``, cell(header.description ?? '')]);
  return [
    `## ${name} {#${name}}`,
    plain(operation.summary),
    plain(operation.description ?? ''),
    table([words.headers, words.meaning], headers),
    content === undefined ? '' : `${words.body}: ${typeText(content.schema, place)}`,
    content?.example === undefined ? '' : fenced('json', JSON.stringify(content.example, null, 2)),
  ].join('\n\n');
}

function note(language: Language): string {
  const { englishWords } = WORDS[language];
  return englishWords === '' ? '' : `::: info\n${englishWords}\n:::`;
}
