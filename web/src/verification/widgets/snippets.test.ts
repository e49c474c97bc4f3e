import { describe, expect, test } from 'vitest';
import { PLACES, snippetOf } from './snippets.ts';

const facts = { host: 'https://api.example', widgetId: 'HTFgf5', kind: 'OWN_SITE', theme: 'inherit' } as const;

describe.each(PLACES)('the snippet for %s', (place) => {
  test('names the widget and the script of this service', () => {
    const snippet = snippetOf(place, facts);
    expect(snippet).toContain('HTFgf5');
    expect(snippet).toMatch(/https:\/\/api\.example\/widget\/v1\/(?:verify|embed)\.js/);
  });

  test('carries a theme that differs from the page', () => {
    expect(snippetOf(place, { ...facts, theme: 'dark' })).toMatch(/theme(?:="|: ')dark/);
    expect(snippetOf(place, facts)).not.toContain('theme:');
  });
});

test('a plain page with a server calls the script, a page without one has no script of its own', () => {
  expect(snippetOf('plain', facts)).toContain("VerifyWidget.mount(\n    '#verify'");
  expect(snippetOf('plain', { ...facts, kind: 'BUILDER' })).not.toContain('VerifyWidget');
});

test('a server checks the key by itself', () => {
  for (const place of ['wordpress', 'bitrix'] as const)
    expect(snippetOf(place, facts)).toContain('https://api.example/api/v1/verifier/widget/check');
});
