// The look of a widget in the editor: shown defaults, and the contrast of colours that must be legible.
import { contrast, type WidgetColour } from '@volley/domain/verification/widget-look.ts';

type Look = Readonly<Record<string, string>>;

const COLOUR = /^#[0-9a-f]{6}$/i;

/** Colours of a widget that sets none. */
const DEFAULTS: Readonly<Record<WidgetColour, string>> = {
  accent: '#0b57d0',
  accentText: '#ffffff',
  background: '#ffffff',
  text: '#1f1f1f',
  border: '#767676',
};

export const RADIUS_DEFAULT = '8px';

/** A color that is being typed counts once it is complete. */
export function shownColour(name: WidgetColour, look: Look): string {
  const own = look[name];
  return own !== undefined && COLOUR.test(own) ? own : DEFAULTS[name];
}

const PAIRS = [
  ['accent', 'background'],
  ['accentText', 'accent'],
  ['text', 'background'],
] as const satisfies readonly (readonly [WidgetColour, WidgetColour])[];

export function shownContrasts(look: Look) {
  return PAIRS.map(([front, back]) => ({
    front,
    back,
    ratio: contrast(shownColour(front, look), shownColour(back, look)),
  }));
}

/** An empty value returns to the default. */
export function withLook(look: Look, name: string, value: string | undefined): Look {
  const rest = Object.fromEntries(Object.entries(look).filter(([known]) => known !== name));
  return value === undefined || value === '' ? rest : { ...rest, [name]: value };
}
