// The scripts of the console and the sources that are built into each. Builds the console, with the same names of
// scripts as the build that the browser tests load.
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import type { build as Build } from 'vite';
import { ROOT } from '../../check/step.ts';

/** Request for a script → its sources. */
export type ConsoleChunks = ReadonlyMap<string, readonly string[]>;

export async function modulesOfChunks(): Promise<ConsoleChunks> {
  const before = process.env['NODE_ENV'];
  // The plug-ins read it: tests load the production build.
  process.env['NODE_ENV'] = 'production';
  const { build } = (await import(createRequire(import.meta.url).resolve('vite'))) as { build: typeof Build };
  const built = await build({ root: join(ROOT, 'web'), logLevel: 'warn', build: { write: false } });
  if (before === undefined) delete process.env['NODE_ENV'];
  else process.env['NODE_ENV'] = before;
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  return new Map(
    outputs.flatMap((file) =>
      file.type === 'chunk' ? [[`GET /console/${file.fileName}`, file.moduleIds.flatMap(sourceOf)] as const] : [],
    ),
  );
}

function sourceOf(module: string): string[] {
  const path = relative(ROOT, module.split('?')[0] ?? module);
  return path.startsWith('..') || path.startsWith('node_modules') || module.startsWith('\0') ? [] : [path];
}
