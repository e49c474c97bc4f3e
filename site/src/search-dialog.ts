// The search of VitePress as assistive technology should see it: a dialog with a field and a list of links. Its own
// markup is a button with fields inside, and options with links inside. A change of the component fails the build.
const FILE = '/VPLocalSearchBox.vue';

const CHANGES: readonly (readonly [from: string, to: string])[] = [
  ['role="button"', 'role="dialog" aria-modal="true"'],
  [`:aria-owns="results?.length ? 'localsearch-list' : undefined"`, ''],
  ['aria-expanded="true"', ''],
  ['aria-haspopup="listbox"', ''],
  [':aria-activedescendant="selectedIndex > -1 ? (\'localsearch-item-\' + selectedIndex) : undefined"', ''],
  ['aria-autocomplete="both"', ''],
  [`:role="results?.length ? 'listbox' : undefined"`, ''],
  [`:aria-selected="selectedIndex === index ? 'true' : 'false'"`, ''],
  ['role="option"', ''],
  [`:aria-label="[...p.titles, p.title].join(' > ')"`, ''],
  ['<kbd :aria-label', '<kbd role="img" :aria-label'],
];

/** A plug-in of Vite. */
export const searchDialog = {
  name: 'volley:search-dialog',
  enforce: 'pre' as const,
  transform(code: string, id: string): string | undefined {
    if (!id.endsWith(FILE)) return undefined;
    return CHANGES.reduce((text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${FILE} has no ${from}: adapt src/search-dialog.ts to this VitePress`);
      return text.replaceAll(from, to);
    }, code);
  },
};
