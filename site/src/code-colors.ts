// Colors of code as classes. The highlighter writes colors into `style` attributes, which the content security policy
// of the pages forbids; so its theme has a made-up color per kind of word, and each becomes a class of theme/code.css.
const KINDS = {
  comment: '#000001',
  string: '#000002',
  number: '#000003',
  keyword: '#000004',
  name: '#000005',
  call: '#000006',
  quiet: '#000007',
} as const;
const PLAIN = '#000000';

const rule = (kind: keyof typeof KINDS, ...scope: string[]) => ({ scope, settings: { foreground: KINDS[kind] } });

export const codeTheme = {
  name: 'volley',
  type: 'light' as const,
  colors: { 'editor.background': '#ffffff', 'editor.foreground': PLAIN },
  tokenColors: [
    { settings: { foreground: PLAIN } },
    rule('comment', 'comment', 'punctuation.definition.comment'),
    rule('string', 'string', 'punctuation.definition.string', 'constant.other.symbol'),
    rule('number', 'constant.numeric', 'constant.language', 'constant.character', 'constant.other'),
    rule('keyword', 'keyword', 'storage', 'variable.language', 'entity.name.tag', 'keyword.operator.expression'),
    rule(
      'name',
      'support.type.property-name',
      'entity.other.attribute-name',
      'variable.other.normal.shell',
      'variable.other.bracket.shell',
    ),
    rule('call', 'entity.name.function', 'support.function', 'entity.name.type', 'entity.name.class', 'support.class'),
    rule('quiet', 'keyword.operator', 'punctuation'),
  ],
};

const CLASSES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(KINDS).map(([kind, color]) => [color, `code-${kind}`]),
);

type Element = { properties: { style?: unknown; class?: unknown } };

/** A transformer of the highlighter. */
export const colorsAsClasses = {
  name: 'volley:colors-as-classes',
  span(node: Element): void {
    const { style } = node.properties;
    const color = typeof style === 'string' ? /#\w{6}/.exec(style)?.[0].toLowerCase() : undefined;
    delete node.properties.style;
    const kind = color === undefined ? undefined : CLASSES[color];
    if (kind !== undefined) node.properties.class = kind;
  },
  pre(node: Element): void {
    delete node.properties.style;
  },
};
