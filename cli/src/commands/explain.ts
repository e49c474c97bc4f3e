import { DICTIONARY } from '@volley/contract/dictionary/find-entry.ts';
import type { Command } from '../command.ts';
import { EXIT } from '../exit-codes.ts';

const ENTRIES = Object.values(DICTIONARY).flat();
const SHOWN_MAX = 5;

export const explain: Command = {
  about: 'explains a code of a refusal, a message or the widget; works without a connection',
  takes: '[CODE]',
  notes: ['Without a code: all codes with their titles.'],
  examples: ['volley explain 453', 'volley explain 4000'],
  run: async ({ args: [code], terminal }) => {
    if (code === undefined) {
      for (const { code: number, en } of ENTRIES) terminal.out(JSON.stringify({ code: number, title: en.title }));
      return EXIT.ok;
    }
    const found = ENTRIES.filter((entry) => String(entry.code) === code);
    for (const { code: number, charged, en } of found) terminal.out(JSON.stringify({ code: number, ...en, charged }));
    if (found.length > 0) return EXIT.ok;
    terminal.say(unknownCode(code));
    return EXIT.notFound;
  },
};

/** The form of a code tells its origin, also if the dictionary has no page for it. */
function unknownCode(code: string): string {
  if (!/^\d+$/.test(code)) return `A code is a number, such as 453: \`${code}\` is not. All codes: volley explain.`;
  const near = ENTRIES.filter((entry) => String(entry.code).startsWith(code)).slice(0, SHOWN_MAX);
  const similar = near.map((entry) => `${entry.code} ${entry.en.title}`).join('; ');
  const isRefusal = /^[45]\d{3}$/.test(code);
  const origin = isRefusal ? ` A refusal with HTTP status ${code.slice(0, 3)} has codes of this form.` : '';
  const others = similar === '' ? '' : ` Codes that begin with it: ${similar}.`;
  return `Code ${code} has no explanation.${origin}${others} All codes: volley explain.`;
}
