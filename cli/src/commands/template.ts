import type { TemplateDraft } from '@volley/sdk/generated/messaging.ts';
import type { Command, CommandGroup } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { readId } from '../read-id.ts';
import { readJson } from '../read-json.ts';

const create: Command = {
  about: 'registers a template: the JSON of POST /v1/templates on standard input',
  examples: ['volley template create < template.json'],
  run: async ({ client, input, terminal, signal }) => {
    const body = readJson(await input()) as TemplateDraft; // the service validates it
    terminal.out(JSON.stringify(await client().templates.create(body, { signal })));
    return EXIT.ok;
  },
};

const list: Command = {
  about: 'lists templates',
  options: { from: { type: 'string', value: 'NAME', about: 'only of this sender name', multiple: true } },
  run: async ({ client, given, terminal, signal }) => {
    const names = given.texts('from');
    const query = names.length === 0 ? {} : { sender_name: names };
    for await (const one of client().templates.each(query, { signal })) terminal.out(JSON.stringify(one));
    return EXIT.ok;
  },
};

const show: Command = {
  about: 'shows a template',
  takes: 'ID',
  run: async ({ args, client, terminal, signal }) => {
    terminal.out(JSON.stringify(await client().templates.get(readId(args), { signal })));
    return EXIT.ok;
  },
};

export const template: CommandGroup = {
  about: 'registers and shows templates; needs a key of type SYSTEM',
  commands: { create, list, show },
};
