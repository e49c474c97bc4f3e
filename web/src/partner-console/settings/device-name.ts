// A short browser name from its user agent.

const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/YaBrowser/, 'Yandex Browser'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS|Chromium/, 'Chrome'],
  [/Safari/, 'Safari'],
];

const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

/** undefined: unknown browser. */
export function deviceName(agent: string): string | undefined {
  const [browser, system] = [BROWSERS, SYSTEMS].map((known) => known.find(([pattern]) => pattern.test(agent))?.[1]);
  const parts = [browser, system].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(', ');
}
