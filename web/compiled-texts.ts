// Compiles ICU messages at build time: `texts/ru/shell.json?texts` becomes a module, so the browser needs no ICU
// parser. A message that does not parse fails the build with its id.
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const MARK = '?texts';
const INSIDE = '\0texts:';

export function compiledTexts(): Plugin {
  return {
    name: 'compiled-texts',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!source.endsWith(MARK)) return null;
      const path = source.slice(0, -MARK.length);
      const file = path.startsWith('/src/') ? resolve(import.meta.dirname, `.${path}`) : path;
      // The `.json` ending is dropped, otherwise Vite's JSON plugin would claim the module.
      return `${INSIDE}${resolve(dirname(importer ?? ''), file).replace(/\.json$/, '')}`;
    },
    load(id) {
      if (!id.startsWith(INSIDE)) return null;
      const file = `${id.slice(INSIDE.length)}.json`;
      this.addWatchFile(file);
      const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>; // its shape is tested
      const compiled = Object.entries(texts).map(([textId, message]) => [textId, compileMessage(message)]);
      return `export default ${JSON.stringify(Object.fromEntries(compiled))};`;
    },
  };
}
