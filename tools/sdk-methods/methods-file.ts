// The generated file of one API: routes, types of the methods, and the types that they use.
import type { EndpointShape } from '@volley/contract/endpoint.ts';
import { routeOf } from '@volley/sdk/endpoint-route.ts';
import type { MethodTable } from '@volley/sdk/method-table.ts';
import { eachName } from '@volley/sdk/named-methods.ts';
import { comment, SchemaTypes } from './schema-types.ts';
import { lineText } from './value-text.ts';

const ROUTE = ['CallOptions', 'ChangeOptions', 'FileContent', 'FileOptions', 'FormOptions', 'Route'];

/** `name`: start of the names in the file, such as `Messaging`. */
export function methodsFile(name: string, table: MethodTable): string {
  const types = new SchemaTypes();
  const groups = Object.entries(table).map(([group, endpoints]) => {
    const methods = Object.entries(endpoints).flatMap(([method, shape]) => methodText(types, group, method, shape));
    return `readonly ${group}: {\n${methods.join('\n')}\n};`;
  });
  const named = [...types.named].toSorted(([one], [two]) => (one < two ? -1 : 1));
  const body = [
    `export type ${name}Methods = {\n${groups.join('\n')}\n};`,
    ...named.map(([type, text]) => `export type ${type} = ${text};`),
    routesText(name, table),
  ].join('\n\n');
  const imported = (file: string, names: readonly string[]) => {
    const used = names.filter((one) => new RegExp(String.raw`\b${one}\b`).test(body));
    return used.length === 0 ? '' : `import type { ${used.join(', ')} } from '${file}';\n`;
  };
  const head = '// Written by `npm run openapi` from the contract and sdk/src/method-table.ts. Do not edit.\n';
  return `${head}${imported('../route.ts', ROUTE)}\n${indented(body)}\n`;
}

function methodText(types: SchemaTypes, group: string, method: string, shape: EndpointShape): string[] {
  const { params, takes, form, repeat, pages, cut } = routeOf(shape);
  const prefix = `${capital(group)}${capital(method)}`;
  const name = (schema: object, place: 'input' | 'query' | 'reply', end: string): string => {
    const text = types.textOf(schema, place);
    if (!text.includes('{\n')) return text;
    types.named.set(`${prefix}${end}`, text);
    return `${prefix}${end}`;
  };
  const given = params.map((param) => `${param}: ${types.textOf(shape.params?.properties[param] ?? {}, 'input')}`);
  if (takes === 'file') given.push('file: FileContent');
  if (takes === 'query' && shape.query !== undefined)
    given.push(`query${SchemaTypes.hasRequired(shape.query) ? '' : '?'}: ${name(shape.query, 'query', 'Query')}`);
  if (takes === 'body' && shape.body !== undefined) given.push(bodyText(shape, name(shape.body, 'input', 'Body')));
  const [plain, changing] = form === true ? ['FileOptions', 'FormOptions'] : ['CallOptions', 'ChangeOptions'];
  const optionType = repeat === 'key' ? changing : plain;
  const args = [...given, `options?: ${optionType}`].join(', ');
  const [schema = {}] = Object.values(shape.responses);
  // An empty text is no answer.
  const answer = name(schema, 'reply', 'Reply').replace(/^''$/, 'void');
  const inParts =
    cut === undefined ? undefined : `The client sends a longer list in parts of ${cut.toLocaleString('en-US')}.`;
  const texts = [shape.summary, shape.description, inParts].filter((text) => text !== undefined);
  const about = comment(texts.map((text) => (texts.length > 1 ? text.replace(/\.?$/, '.') : text)).join('\n\n'));
  const call = `${about}${method}(${args}): Promise<${answer}>;`;
  if (pages !== true) return [call];
  const each = `/** The items of \`${method}\`, page by page. */\n${eachName(method)}(${args}): AsyncIterable<${answer}['items'][number]>;`;
  return [call, each];
}

/** A single object means a list of one item. */
function bodyText({ bodyList, bodyOptional }: EndpointShape, text: string): string {
  const type = bodyList === true ? `${text.replace(/^readonly (.*)\[\]$/, '$1')} | ${text}` : text;
  return `body${bodyOptional === true ? '?' : ''}: ${type}`;
}

function routesText(name: string, table: MethodTable): string {
  const groups = Object.entries(table).map(([group, endpoints]) => {
    const lines = Object.entries(endpoints).map(([method, shape]) => `${method}: ${lineText(routeOf(shape))},`);
    return `${group}: {\n${lines.join('\n')}\n},`;
  });
  const constant = `${name.toUpperCase()}_ROUTES`;
  return `export const ${constant}: Readonly<Record<string, Readonly<Record<string, Route>>>> = {\n${groups.join('\n')}\n};`;
}

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** Two spaces per open brace; the text has one member per line. */
function indented(text: string): string {
  let depth = 0;
  return text
    .split('\n')
    .map((line) => {
      const isComment = /^(\/\*\*| \*)/.test(line);
      if (!isComment && line.startsWith('}')) depth -= 1;
      const shown = line === '' ? '' : `${'  '.repeat(depth)}${line}`;
      if (!isComment && line.endsWith('{')) depth += 1;
      return shown;
    })
    .join('\n');
}
