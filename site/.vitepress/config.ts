// Configuration of VitePress. It reads the composed pages in `.pages`; tools/build-docs.ts writes them and starts it.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { nameAnchors } from '../src/anchor-names.ts';
import { codeTheme, colorsAsClasses } from '../src/code-colors.ts';
import { MENU_FILE } from '../src/compose-pages.ts';
import { slugOf } from '../src/markdown.ts';
import { RUSSIAN, RUSSIAN_SEARCH } from '../src/russian-theme.ts';
import { searchDialog } from '../src/search-dialog.ts';

type Menu = Pick<DefaultTheme.Config, 'nav' | 'sidebar'>;
// Written by src/compose-pages.ts.
const menus = JSON.parse(readFileSync(new URL(`../.pages/${MENU_FILE}`, import.meta.url), 'utf8')) as Record<
  'en' | 'ru',
  Menu
>;
const base = process.env['DOCS_BASE'] ?? '/docs/';
/** Scripts that VitePress writes into every page, by the name of their file. */
const scripts = new Map<string, string>();

export default defineConfig({
  srcDir: '.pages',
  vite: { plugins: [searchDialog] },
  base,
  title: 'Volley',
  description: 'Documentation of Volley',
  // A change of colors without transitions would need an inline style.
  appearance: { disableTransition: false },
  lastUpdated: false,
  metaChunk: true,
  head: [
    ['link', { rel: 'icon', href: `${base}volley.svg`, type: 'image/svg+xml' }],
    ['meta', { name: 'color-scheme', content: 'light dark' }],
  ],
  locales: {
    root: {
      label: 'English',
      lang: 'en',
      themeConfig: { ...menus.en, outline: { level: [2, 3], label: 'On this page' } },
    },
    ru: { label: 'Русский', lang: 'ru', description: 'Документация Volley', themeConfig: { ...menus.ru, ...RUSSIAN } },
  },
  themeConfig: {
    logo: { src: '/volley.svg', alt: '' },
    search: {
      provider: 'local',
      options: { detailedView: false, locales: { ru: { translations: RUSSIAN_SEARCH } } },
    },
  },
  markdown: {
    theme: codeTheme,
    codeTransformers: [colorsAsClasses],
    anchor: { slugify: slugOf },
    headers: { level: [2, 3] },
    config: (renderer) => nameAnchors(renderer),
  },
  transformHead: ({ pageData }) =>
    pageData.isNotFound === true
      ? []
      : [['link', { rel: 'alternate', type: 'text/markdown', href: `${base}${pageData.relativePath}` }]],
  // Scripts become files and styles go, so that a policy without inline scripts and styles holds on every host; the
  // browser sets the same styles when the page wakes up.
  transformHtml: (page) =>
    page
      .replaceAll(/ style="(?:position:relative;|--vp-vh:0px;|)"/g, '')
      .replaceAll(/<script( id="[\w-]+")?>([\s\S]*?)<\/script>/g, (_whole, _id: string, text: string) => {
        const name = `assets/page.${createHash('sha256').update(text).digest('base64url').slice(0, 8)}.js`;
        scripts.set(name, text);
        return `<script src="${base}${name}"></script>`;
      }),
  buildEnd: ({ outDir }) => {
    for (const [name, text] of scripts) writeFileSync(join(outDir, name), text);
  },
});
