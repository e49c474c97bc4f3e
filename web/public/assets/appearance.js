// Runs before the first paint, so that the dark scheme does not flash white.
(() => {
  const kept = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  };
  const scheme = kept('volley-color-scheme') ?? 'auto';
  const dark = scheme === 'dark' || (scheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  const language = kept('volley-language') ?? (navigator.language.startsWith('ru') ? 'ru' : 'en');
  document.documentElement.lang = language;
})();
