// Texts and looks that a site may set for its widget. The names are a closed list: the script knows no others.

export const WIDGET_TEXT_NAMES = [
  'title',
  'phoneLabel',
  'phoneHint',
  'getCode',
  'codeLabel',
  'resend',
  'done',
  'changeNumber',
] as const;

export const WIDGET_COLOUR_NAMES = ['accent', 'accentText', 'background', 'text', 'border'] as const;
/** Looks besides colours; they share the record of the colours. */
export const WIDGET_SHAPE_NAMES = ['radius', 'font'] as const;
const LOOK_NAMES = [...WIDGET_COLOUR_NAMES, ...WIDGET_SHAPE_NAMES] as const;

export type WidgetColour = (typeof WIDGET_COLOUR_NAMES)[number];
type Look = (typeof LOOK_NAMES)[number];

type Words = Readonly<Record<string, string>>;
type Problem = { readonly field: string; readonly problem: string };

const COLOUR = /^#[0-9a-f]{6}$/i;
const FORMS: Readonly<Record<(typeof WIDGET_SHAPE_NAMES)[number], { form: RegExp; problem: string }>> = {
  radius: { form: /^\d{1,2}px$/, problem: 'must be 0px to 99px' },
  // Reaches a style sheet: no semicolon, brace or parenthesis.
  font: { form: /^[\p{L}\d ,'"_-]{1,100}$/u, problem: 'must be a list of font names, at most 100 characters long' },
};

/** Colours of a widget that sets none. */
const DEFAULTS: Readonly<Record<Exclude<WidgetColour, 'border'>, string>> = {
  accent: '#0b57d0',
  accentText: '#ffffff',
  background: '#ffffff',
  text: '#1b1b1f',
};

/** Contrast that text needs for readers with low vision (WCAG 2.2, 1.4.3). */
export const CONTRAST_MIN = 4.5;

/** Pairs that must be legible: the first is drawn on the second. */
const PAIRS: readonly (readonly [keyof typeof DEFAULTS, keyof typeof DEFAULTS])[] = [
  ['accent', 'background'],
  ['accentText', 'accent'],
  ['text', 'background'],
];

const isTextName = (name: string) => (WIDGET_TEXT_NAMES as readonly string[]).includes(name);
const isLookName = (name: string): name is Look => (LOOK_NAMES as readonly string[]).includes(name);

export function textsProblem(texts: Words): Problem | undefined {
  for (const [name, text] of Object.entries(texts)) {
    const field = `texts.${name}`;
    if (!isTextName(name)) return { field, problem: `must be one of ${WIDGET_TEXT_NAMES.join(', ')}` };
    if (text.trim() === '') return { field, problem: 'must not be blank' };
  }
  return undefined;
}

export function looksProblem(looks: Words): Problem | undefined {
  for (const [name, value] of Object.entries(looks)) {
    const field = `colours.${name}`;
    if (!isLookName(name)) return { field, problem: `must be one of ${LOOK_NAMES.join(', ')}` };
    if (name === 'radius' || name === 'font') {
      if (!FORMS[name].form.test(value)) return { field, problem: FORMS[name].problem };
    } else if (!COLOUR.test(value)) return { field, problem: 'must be a colour such as #336699' };
  }
  return contrastProblem(looks);
}

function contrastProblem(looks: Words): Problem | undefined {
  for (const [front, back] of PAIRS) {
    const field = [front, back].find((name) => looks[name] !== undefined);
    if (field === undefined) continue;
    const found = contrast(looks[front] ?? DEFAULTS[front], looks[back] ?? DEFAULTS[back]);
    if (found < CONTRAST_MIN)
      return {
        field: `colours.${field}`,
        problem: `must give ${front} on ${back} a contrast of at least ${CONTRAST_MIN}; it is ${Math.floor(found * 100) / 100}`,
      };
  }
  return undefined;
}

/** Names that the script knows. Rows of earlier versions may hold others. */
export const knownTexts = (texts: Words): Words => only(texts, isTextName);
export const knownLooks = (looks: Words): Words => only(looks, isLookName);

function only(words: Words, isKnown: (name: string) => boolean): Words {
  return Object.fromEntries(Object.entries(words).filter(([name]) => isKnown(name)));
}

/** Contrast ratio of two colours such as `#336699`: 1 to 21. */
export function contrast(one: string, two: string): number {
  const [dark, light] = [luminance(one), luminance(two)].toSorted((a, b) => a - b);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** Relative luminance of sRGB (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
