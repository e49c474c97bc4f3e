// The styles of a library component come with the component: whatever chunk it lands in carries its sheet, and what
// nobody uses is not shipped. The sheets are in a cascade layer, so our own rules win whenever they are loaded.
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
      if (!existsSync(new URL(`../node_modules/${sheet}`, import.meta.url))) throw new Error(`${name} has no styles`);
      return { code: `import '${sheet}';\n${code}`, map: null };
    },
  };
}
