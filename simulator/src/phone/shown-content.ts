// The content of a message as its recipient sees it, read from the words of each provider.

export type Button = {
  label: string;
  /** A link; absent: pressing it sends an answer. */
  url?: string;
  /** Id of an answer, if the provider has one. */
  id?: string;
};

export type Shown = {
  text: string;
  header?: string;
  footer?: string;
  pictureUrl?: string;
  file?: { name: string; url: string };
  buttons: Button[];
};

type Members = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function membersOf(value: unknown): Members {
  // Checked to be a plain JSON object.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

/** Leaves out empty parts. */
function shown(
  text: string,
  parts: Partial<Record<'header' | 'footer' | 'pictureUrl', unknown>>,
  more: Partial<Shown>,
) {
  const filled = Object.entries(parts).filter(([, value]) => textOf(value) !== '');
  // The names are those of texts of a Shown.
  return { text, buttons: [], ...(Object.fromEntries(filled) as Partial<Shown>), ...more } satisfies Shown;
}

const buttonOf = (label: unknown, url?: unknown, id?: unknown): Button => ({
  label: textOf(label),
  ...(textOf(url) !== '' && { url: textOf(url) }),
  ...(textOf(id) !== '' && { id: textOf(id) }),
});

const fileOf = (url: unknown, name: unknown) =>
  textOf(url) === '' ? {} : { file: { url: textOf(url), name: textOf(name) || nameIn(textOf(url)) } };

const nameIn = (url: string): string => decodeURIComponent(url.split(/[?#]/)[0]?.split('/').at(-1) ?? '') || url;

/** The account of the simulator that received the message → its reader; other accounts have our own form. */
const readers: Readonly<Record<string, (content: Members, text: string) => Shown>> = {
  'telegram-bot': readTelegram,
  'max-bot': readMax,
  'vk-bot': readVk,
  'whatsapp-cloud': readCloud,
  'partner-key': ({ image, caption, action }, text) =>
    shown(text, { pictureUrl: image }, { buttons: textOf(caption) === '' ? [] : [buttonOf(caption, action)] }),
  'partner-login': readLogin,
};

export function shownContent(account: string, text: string, content: unknown): Shown {
  return (readers[account] ?? readOwn)(membersOf(content), text);
}

/** Content as clients of the messaging API write it. */
function readOwn(content: Members, text: string): Shown {
  const { contentType, fileUrl, fileName, imageUrl, header, footer, keyboard, caption, action, title } = content;
  const isPicture = contentType === 'image';
  const own = contentType === 'button' || contentType === 'push' ? buttonOf(caption ?? 'Open', action) : undefined;
  const buttons = listOf(membersOf(keyboard)['buttons']).map((one) => {
    const { type, text: label, value } = membersOf(one);
    return buttonOf(label, type === 'url' ? value : type === 'phone' ? `tel:${textOf(value)}` : undefined);
  });
  return shown(
    text || textOf(contentType === 'button' ? '' : caption),
    {
      header: title ?? membersOf(header)['text'],
      footer: membersOf(footer)['text'],
      pictureUrl: isPicture ? fileUrl : imageUrl,
    },
    {
      ...(!isPicture && fileOf(fileUrl, fileName)),
      buttons: [...(own?.url === undefined ? [] : [own]), ...buttons],
    },
  );
}

function readTelegram({ photo, reply_markup: markup, link_preview_options: preview }: Members, text: string): Shown {
  const { inline_keyboard: inline, keyboard } = membersOf(markup);
  const rows = [...listOf(inline), ...listOf(keyboard)].flatMap(listOf).map(membersOf);
  const buttons = rows.map((button) => buttonOf(button['text'], button['url']));
  return shown(text, { pictureUrl: photo ?? membersOf(preview)['url'] }, { buttons });
}

function readMax({ attachments }: Members, text: string): Shown {
  const all = listOf(attachments).map(membersOf);
  const payloadOf = (type: string) => membersOf(all.find((one) => one['type'] === type)?.['payload']);
  const rows = listOf(payloadOf('inline_keyboard')['buttons']).flatMap(listOf).map(membersOf);
  const buttons = rows.map((button) => buttonOf(button['text'], button['url']));
  return shown(text, { pictureUrl: payloadOf('image')['url'] }, { buttons });
}

function readVk({ keyboard }: Members, text: string): Shown {
  const parsed: unknown = textOf(keyboard) === '' ? {} : JSON.parse(textOf(keyboard)); // the simulator has checked it
  const rows = listOf(membersOf(parsed)['buttons']).flatMap(listOf);
  const actions = rows.map((button) => membersOf(membersOf(button)['action']));
  return shown(text, {}, { buttons: actions.map(({ label, link }) => buttonOf(label, link)) });
}

function readCloud(body: Members, text: string): Shown {
  const type = textOf(body['type']) || 'text';
  const content = membersOf(body[type]);
  if (type === 'template') return readTemplate(content, text);
  if (type !== 'interactive') return { ...shown(text, {}, {}), ...cloudFile(type, content) };
  const { buttons, parameters } = membersOf(content['action']);
  const replies = listOf(buttons).map((one) => membersOf(membersOf(one)['reply']));
  const { display_text: label, url } = membersOf(parameters);
  const header = membersOf(content['header']);
  const headerType = textOf(header['type']);
  const all = [
    ...replies.map(({ title, id }) => buttonOf(title, undefined, id)),
    ...(label ? [buttonOf(label, url)] : []),
  ];
  return {
    ...shown(text, { header: header['text'], footer: membersOf(content['footer'])['text'] }, { buttons: all }),
    ...cloudFile(headerType, membersOf(header[headerType])),
  };
}

function readTemplate({ name, components }: Members, text: string): Shown {
  const all = listOf(components).map(membersOf);
  const [header] = listOf(all.find((one) => one['type'] === 'header')?.['parameters']).map(membersOf);
  const type = textOf(header?.['type']);
  const copies = all.some((one) => one['type'] === 'button');
  const values = listOf(all.find((one) => one['type'] === 'body')?.['parameters']).map((one) =>
    textOf(membersOf(one)['text']),
  );
  return {
    ...shown(values.join(' · ') || text, { header: `Template ${textOf(name)}` }, copies ? { footer: 'Copy code' } : {}),
    ...cloudFile(type, membersOf(header?.[type])),
  };
}

function cloudFile(type: string, { link, filename }: Members): Partial<Shown> {
  if (type === 'image') return { pictureUrl: textOf(link) };
  return ['video', 'document', 'audio'].includes(type) ? fileOf(link, filename) : {};
}

function readLogin({ instantContent }: Members, text: string): Shown {
  const { text: own, imageURL, caption, action } = membersOf(membersOf(instantContent)['data']);
  return shown(
    textOf(own) || text,
    { pictureUrl: imageURL },
    { buttons: textOf(caption) === '' ? [] : [buttonOf(caption, action)] },
  );
}
