// The packages that other projects install, built from workspaces of this repository.

export type PackageSpec = {
  /** Folder of the workspace; its package.json has name and version. */
  readonly folder: string;
  readonly description: string;
  readonly keywords: readonly string[];
  /** Path of an import → file under `src`. */
  readonly entries: Readonly<Record<string, string>>;
  /** Name of a program → file under `src`. */
  readonly programs?: Readonly<Record<string, string>>;
};

export const PACKAGES: readonly PackageSpec[] = [
  {
    folder: 'sdk',
    description: 'Client of the Volley messaging and partner APIs',
    keywords: ['volley', 'sms', 'messaging', 'otp', 'viber', 'whatsapp', 'telegram'],
    entries: { '.': 'entry.ts', './partner': 'partner-entry.ts' },
  },
  {
    folder: 'cli',
    description: 'Command line of the Volley messaging API',
    keywords: ['volley', 'sms', 'messaging', 'cli'],
    entries: {},
    programs: { volley: 'cli.ts' },
  },
  {
    folder: 'smpp',
    description: 'SMPP 3.4 client and server without dependencies',
    keywords: ['smpp', 'sms', 'smsc', 'esme', 'telecom'],
    entries: { '.': 'entry.ts' },
  },
];
