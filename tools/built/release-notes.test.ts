import { expect, test } from 'vitest';
import { releaseNotes } from './release-notes.ts';

const CHANGELOG =
  '# Changelog\n\nIntro.\n\n## Unreleased\n\n### Partners\n\n- New.\n\n## 1.2.0, 2026-10-01\n\n- Old.\n\n## 1.1.0\n';

test.each([
  ['1.2.0', '# Volley 1.2.0\n\n- Old.\n'],
  ['1.3.0-rc.1', '# Volley 1.3.0-rc.1\n\n### Partners\n\n- New.\n'],
])('of %s', (version, notes) => {
  expect(releaseNotes(CHANGELOG, version)).toBe(notes);
});

test.each(['1.3.0', '1.1.0'])('a release without notes is refused: %s', (version) => {
  expect(() => releaseNotes(CHANGELOG, version)).toThrow(version);
});
