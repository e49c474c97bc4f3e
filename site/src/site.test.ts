// The composed pages: translations follow their documents, links stay inside the site, the reference is complete.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { composePages, sourceText } from './compose-pages.ts';
import { withSiteLinks } from './links.ts';
import { codeBlocks, headingsOf, plain, slugOf } from './markdown.ts';
import { writeMarkdownPages } from './markdown-pages.ts';
import { plainPage } from './plain-page.ts';
import { DOCUMENTS, GUIDES, translationOf } from './published.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'volley-site-'));
beforeAll(() => composePages(ROOT, folder));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const page = (slug: string): string => readFileSync(join(folder, `${slug}.md`), 'utf8');
const translated = DOCUMENTS.filter(({ source }) => existsSync(join(ROOT, translationOf(source))));

describe.each(translated)('the translation of $source', ({ source }) => {
  const english = sourceText(ROOT, source);
  const russian = readFileSync(join(ROOT, translationOf(source)), 'utf8');

  test('has the same code', () => {
    expect(codeBlocks(russian)).toEqual(codeBlocks(english));
  });

  test('has the same headings by level, and is Russian', () => {
    const levels = (text: string) => headingsOf(text).map(({ level }) => level);
    expect(levels(russian)).toEqual(levels(english));
    expect(headingsOf(russian)[0]?.text).toMatch(/[а-я]/i);
  });

  test('has as many rows of tables and items of lists', () => {
    const rows = (text: string) => text.match(/^(?:\||- |\d+\. )/gm)?.length ?? 0;
    expect(rows(russian)).toBe(rows(english));
  });
});

test('every page exists in both languages', () => {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  const english = names.filter((name) => !name.startsWith('ru/'));
  expect(
    names
      .filter((name) => name.startsWith('ru/'))
      .map((name) => name.slice(3))
      .toSorted(),
  ).toEqual(english.toSorted());
  expect(english.length).toBeGreaterThan(150);
});

test('every guide is published and has a translation; every page of the handbook is published', () => {
  const published = new Set(DOCUMENTS.map(({ source }) => source));
  const files = ['docs/guides', 'docs/guides/channels', 'docs/operating'].flatMap((place) =>
    readdirSync(join(ROOT, place))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${place}/${name}`),
  );
  expect(files.length).toBeGreaterThan(40);
  expect(files.filter((file) => !published.has(file))).toEqual([]);
  const guides = GUIDES.flatMap(({ documents }) => documents.map(({ source }) => source));
  expect(guides.filter((source) => !translated.some((document) => document.source === source))).toEqual([]);
});

test('the translated prices have the numbers of their document', () => {
  const numbers = (path: string) => readFileSync(join(ROOT, path), 'utf8').match(/\d+(?:[.,]\d+)?/g) ?? [];
  const source = 'docs/pricing/worked-examples.md';
  expect(numbers(source).length).toBeGreaterThan(100);
  expect(numbers(translationOf(source)).map((number) => number.replace(',', '.'))).toEqual(numbers(source));
});

test('the Russian front page names the parts that are in English', () => {
  expect(page('ru/index')).toContain('на английском');
});

test('an untranslated page says so', () => {
  expect(page('ru/operating/install')).toContain('::: info Примечание\nСтраница ещё не переведена');
  expect(page('operating/install')).not.toContain('не переведена');
});

test('a call has its parameters, body, example and errors', () => {
  const text = page('reference/partner/create-company');
  for (const part of [
    '`POST`',
    '/company',
    '`budget`',
    "curl -X POST 'https://volley.example/company'",
    '/errors/api/4000.md',
  ])
    expect(text).toContain(part.replaceAll('`POST`', 'POST'));
});

test('links to unpublished documents become text, others lead to pages', () => {
  const link = (text: string) => withSiteLinks(text, 'docs/guides/errors.md', 'ru');
  expect(link('[decision](../decisions/0046-fair-limits.md)')).toBe('decision');
  expect(link('[limits](limits.md#texts)')).toBe('[limits](/ru/guides/limits.md#texts)');
  expect(link('[Go](../samples/receive_callbacks.go)')).toBe('[Go](/ru/samples/receive-callbacks.md)');
  expect(link('```sh\n[x](../decisions/a.md)\n```')).toBe('```sh\n[x](../decisions/a.md)\n```');
});

describe('the pages as Markdown', () => {
  const plain = join(folder, 'plain');
  const names = () => readdirSync(plain, { recursive: true, encoding: 'utf8' });
  beforeAll(() => writeMarkdownPages(folder, plain, '/docs/'));

  test('exist in both languages, without marks of VitePress', () => {
    const pages = names().filter((name) => name.endsWith('.md'));
    expect(pages.length).toBeGreaterThan(300);
    for (const name of pages) {
      const text = readFileSync(join(plain, name), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
      expect([name, text.match(/^---$|^:::|\{#[\w-]+\}$|<\/?(?:span|a)\b|v-pre|class=/m)?.[0]]).toEqual([
        name,
        undefined,
      ]);
      expect(text).toMatch(/^# \S/);
    }
  });

  test('link to pages and files of the site only', () => {
    const known = new Set([...names(), ...readdirSync(join(folder, 'public'), { recursive: true, encoding: 'utf8' })]);
    const broken = [...known]
      .filter((name) => name.endsWith('.md') || name === 'llms.txt')
      .flatMap((name) => {
        const text = readFileSync(join(plain, name), 'utf8').replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');
        return [...text.matchAll(/\]\(([^)\s#]+)|<img src="([^"]+)"/g)]
          .map(([, link, image]) => link ?? image ?? '')
          .filter((to) => !/^(?:https?|mailto):/.test(to))
          .filter((to) => !known.has(new URL(to, `http://site/docs/${name}`).pathname.slice('/docs/'.length)))
          .map((to) => `${name}: ${to}`);
      });
    expect(broken).toEqual([]);
  });

  test('llms.txt lists every English document with its first sentence', () => {
    const list = readFileSync(join(plain, 'llms.txt'), 'utf8');
    expect(list).toMatch(/^# Volley documentation\n\n> Volley sends/);
    expect(list).not.toMatch(/https?:/);
    for (const { slug } of DOCUMENTS) expect(list).toContain(`(/docs/${slug}.md)`);
    expect(list.match(/^- .*\): \S.*\.$/gm)?.length).toBeGreaterThan(20);
  });

  test('keep code, and name the language of a sample', () => {
    const composed =
      '---\na: b\n---\n# T {#t}\n\n::: code-group\n\n```js [Node]\n# x {#y}\n```\n\n:::\n\n[a](/b.md#c)\n';
    expect(plainPage(composed, '/docs/')).toBe('# T\n\nNode:\n\n```js\n# x {#y}\n```\n\n[a](/docs/b.md#c)\n');
  });
});

test('text of other origin is no template', () => {
  expect(plain('a <b> {{c}} `<d> {{e}}`')).toBe('a &lt;b> &#123;&#123;c}} `<d> {{e}}`');
});

test('anchors follow the rule of code hosts', () => {
  expect(slugOf('1. Token: `a` & [b](c.md)')).toBe('1-token-a--b');
});

test('the page of limits agrees with the contract', () => {
  const limits = readFileSync(join(ROOT, 'docs/guides/limits.md'), 'utf8');
  type Body = { maxItems?: number; properties?: Record<string, { maxItems?: number }> };
  const most = (api: string, path: string, member?: string): string => {
    const document = JSON.parse(readFileSync(join(ROOT, `contract/openapi/${api}.json`), 'utf8')) as {
      paths: Record<
        string,
        Record<string, { requestBody: { content: Record<string, { schema: Body & { $ref?: string } }> } }>
      >;
      components: { schemas: Record<string, Body> };
    };
    const operation = document.paths[path]?.['post'] ?? document.paths[path]?.['put'];
    const schema = operation?.requestBody.content['application/json']?.schema;
    const body: Body | undefined =
      schema?.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
    return (
      (member === undefined ? body?.maxItems : body?.properties?.[member]?.maxItems)?.toLocaleString('en-US') ?? 'none'
    );
  };
  expect(limits).toContain(
    `| \`POST /dispatches\`, \`POST /dispatches/{id}/messages\` | ${most('partner', '/dispatches', 'messages')} recipients`,
  );
  expect(limits).toContain(`| \`PUT /recipients\` | ${most('partner', '/recipients', 'msisdns')} numbers`);
  expect(limits).toContain(
    `\`POST /api/v1/message/cascade\` | ${most('messaging', '/api/v1/message/cascade')} messages`,
  );
  expect(limits).toContain(
    `| \`POST /api/v1/dispatch/{id}/messages\` | ${most('messaging', '/api/v1/dispatch/{id}/messages')} recipients`,
  );
});
