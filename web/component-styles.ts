// Imports the style sheet of a library component together with the component, so a chunk carries only the sheets it
// uses. The sheets are in a cascade layer: our own rules win in any load order.
import { existsSync } from 'node:fs';
import type { Plugin } from 'vite';

const CLASSES = /\/@mantine\/core\/esm\/(?:components|utils)\/.*?\/(\w+)\.module\.mjs$/;

export function componentStyles(): Plugin {
  return {
    name: 'component-styles',
    transform(code, id) {
      const [, name] = CLASSES.exec(id) ?? [];
      if (name === undefined) return null;
      const sheet = `@mantine/core/styles/${name}.layer.css`;
      if (!existsSync(new URL(`../node_modules/${sheet}`, import.meta.url)))
        throw new Error(`${name}: no style sheet ${sheet}`);
      return { code: `import '${sheet}';\n${code}`, map: null };
    },
  };
}
