// `npm run build:widget`: builds the script of the widget into widget/dist, unless the build there matches the sources.
// A script above its limit of size is not built.
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'vite';
import { REASONS } from '../widget/src/reasons.ts';
import { be } from '../widget/src/texts/be.ts';
import { kk } from '../widget/src/texts/kk.ts';
import { pack } from '../widget/src/texts/packed.ts';
import { ru } from '../widget/src/texts/ru.ts';
import { uz } from '../widget/src/texts/uz.ts';
import { type BuiltFolder, bringUpToDate, ROOT } from './built-folder.ts';

const SOURCES = join(ROOT, 'widget');
/** Bytes of verify.js as a browser loads it. */
export const GZIP_MAX = 10_000;
/** Texts that the script fetches; English and Russian are inside. */
const FETCHED = { kk, uz, be, reasons: REASONS };

/** Members that only the script itself reads; the build gives them short names. */
const INTERNAL_NAMES = [
  'screen|turn|settings|sent|isAgain|hasPassed|failed|isChecking|entered|until|longest|expiresAt|resendAt|since',
  'container|options|sendAuthKey|onSuccess|view|place|call|listeners|words|quiet|reading|timer|isEditable',
  'showCaptcha|isEnded|captcha|forget|send|show|nodes|update|progress|isDark|clock|pause|isStopped|fetched|left|global|number|text|source',
].join('|');

const WIDGET: BuiltFolder = {
  name: 'widget',
  folder: join(SOURCES, 'dist'),
  sourceFolders: ['widget/src'],
  sourceFiles: ['widget/package.json', 'package-lock.json', 'tools/build-widget.ts', 'tools/built-folder.ts'],
  usually: '1 to 3 s',
  make,
};

export const WIDGET_FOLDER = WIDGET.folder;

/** Folder of a build of the present sources. Writes to standard error only. */
export const buildWidget = (): Promise<string> => bringUpToDate(WIDGET);

async function make(folder: string): Promise<void> {
  const { version } = JSON.parse(await readFile(join(SOURCES, 'package.json'), 'utf8')) as { version: string };
  const [script, embed] = [await bundle('verify'), await bundle('embed')];
  const size = gzipSync(script, { level: 9 }).length;
  if (size > GZIP_MAX) throw new Error(`verify.js is ${size} bytes with gzip, more than ${GZIP_MAX}`);
  const pinned = `verify-${version}.js`;
  const files: Record<string, string> = {
    'verify.js': script,
    [pinned]: script,
    'VerifyWidget.umd.min.js': script,
    'embed.js': embed,
    'integrity.json': `${JSON.stringify({ [pinned]: integrityOf(script) })}\n`,
    // Pages written for other services link a style sheet; the script carries its own.
    'verify.css': '',
    'VerifyWidget.css': '',
  };
  await mkdir(join(folder, 'texts'), { recursive: true });
  for (const [lang, texts] of Object.entries(FETCHED)) files[`texts/${lang}.json`] = `${JSON.stringify(texts)}\n`;
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
}

/** For the attribute `integrity` of a script element. */
export const integrityOf = (text: string): string => `sha384-${createHash('sha384').update(text).digest('base64')}`;

const packedRussian: Plugin = {
  name: 'packed-russian',
  load: (id) =>
    id.endsWith('/texts/ru.ts')
      ? `import { en } from './en.ts';
         import { unpack } from './packed.ts';
         export const ru = /* @__PURE__ */ unpack(${JSON.stringify(pack(ru))}, en);`
      : undefined,
};

/** One classic script without imports. */
async function bundle(entry: string): Promise<string> {
  const result = await build({
    root: SOURCES,
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    plugins: [packedRussian],
    build: {
      target: 'es2020',
      write: false,
      reportCompressedSize: false,
      lib: { entry: join(SOURCES, `src/${entry}.ts`), formats: ['iife'], name: 'unused' },
      rolldownOptions: {
        optimization: { inlineConst: { mode: 'smart', pass: 3 } },
        output: {
          // The minifier replaces a `let` by its value, but not a `var`.
          topLevelVar: false,
          minify: {
            compress: { target: 'es2020' },
            mangle: { toplevel: true },
            mangleProps: { include: new RegExp(`^(${INTERNAL_NAMES})$`) },
            codegen: { removeWhitespace: true },
          },
        },
      },
    },
  });
  const [output] = [result].flat();
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (chunk === undefined) throw new Error(`vite built no ${entry}.js`);
  return chunk.code;
}

if (import.meta.main) await buildWidget();
