// The theme. All text colors meet AA in both schemes; the library's defaults do not, hence the overrides. Tones mean
// the same everywhere and come with a shape or a word.
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const ink: MantineColorsTuple = [
  '#eef1ff',
  '#dce2fc',
  '#b6c1f5',
  '#8f9fef',
  '#7083e6',
  '#5a6fdf',
  '#4459d6',
  '#3a4fd0',
  '#2e40ad',
  '#243387',
];

const slate: MantineColorsTuple = [
  '#f6f7f9',
  '#eceef2',
  '#dde1e8',
  '#c6ccd7',
  '#a3acbb',
  '#7f8999',
  '#5d6778',
  '#475063',
  '#313949',
  '#1d2433',
];

const dusk: MantineColorsTuple = [
  '#e6e9f0',
  '#c3c9d6',
  '#a7afc0',
  '#8b94a8',
  '#4a5368',
  '#363e51',
  '#262d3d',
  '#1b2130',
  '#141924',
  '#0e121b',
];

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  colors: { ink, gray: slate, dark: dusk },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'Cascadia Mono', 'JetBrains Mono', Menlo, Consolas, monospace",
  headings: { fontWeight: '640', sizes: { h1: { fontSize: '1.5rem', lineHeight: '1.25' }, h2: { fontSize: '1rem' } } },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  autoContrast: true,
  fontSizes: { xs: '0.78rem', sm: '0.875rem', md: '0.95rem', lg: '1.1rem', xl: '1.3rem' },
  components: {
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
    Table: { defaultProps: { verticalSpacing: 8, horizontalSpacing: 12 } },
    Modal: {
      defaultProps: { centered: true, radius: 'lg' },
      styles: {
        header: { background: 'var(--surface)' },
        content: { background: 'var(--surface)' },
        body: { paddingTop: 4 },
      },
    },
    Paper: { defaultProps: { bg: 'var(--surface)' } },
  },
});

/** Fill of bars and dots, text on the page, and a soft background for that text. */
const TONES = {
  light: {
    good: ['#2f8f5b', '#1c6b41', '#e3f4ea'],
    info: ['#4459d6', '#2e40ad', '#e8ecff'],
    warn: ['#c77d0a', '#855000', '#fdf0d9'],
    bad: ['#cc3d3d', '#a82a2a', '#fdeaea'],
    neutral: ['#a3acbb', '#4b5567', '#eceef2'],
  },
  dark: {
    good: ['#3fae72', '#7fd6a6', '#15301f'],
    info: ['#7083e6', '#b0bcff', '#1d2547'],
    warn: ['#d9952b', '#f0c27a', '#36270d'],
    bad: ['#e05f5f', '#ff9f9f', '#3a1a1c'],
    neutral: ['#5d6778', '#b4bccb', '#262d3d'],
  },
} as const;

export const TONE_NAMES = ['good', 'info', 'warn', 'bad', 'neutral'] as const;
export type Tone = (typeof TONE_NAMES)[number];

function toneVariables(scheme: keyof typeof TONES): Record<string, string> {
  return Object.fromEntries(
    TONE_NAMES.flatMap((tone) => {
      const [fill, text, soft] = TONES[scheme][tone];
      return [
        [`--tone-${tone}-fill`, fill],
        [`--tone-${tone}-text`, text],
        [`--tone-${tone}-soft`, soft],
      ];
    }),
  );
}

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#f5f6fa',
    '--mantine-color-text': '#1d2433',
    '--mantine-color-dimmed': '#5a6475',
    '--mantine-color-placeholder': '#697386',
    '--mantine-color-anchor': '#2e40ad',
    '--mantine-color-error': '#a82a2a',
    '--mantine-color-default-border': '#d3d8e1',
    '--surface': '#ffffff',
    '--surface-sunken': '#eceef3',
    '--hairline': '#e4e7ed',
    ...toneVariables('light'),
  },
  dark: {
    '--mantine-color-body': '#0e121b',
    '--mantine-color-text': '#e6e9f0',
    '--mantine-color-dimmed': '#a7afc0',
    '--mantine-color-placeholder': '#97a0b3',
    '--mantine-color-anchor': '#b0bcff',
    '--mantine-color-error': '#ff9f9f',
    '--mantine-color-default-border': '#3a4357',
    '--surface': '#141924',
    '--surface-sunken': '#0b0e15',
    '--hairline': '#262d3d',
    ...toneVariables('dark'),
  },
});
