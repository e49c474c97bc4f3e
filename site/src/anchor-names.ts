// Names of the links beside headings, for screen readers: the words of the heading without its explicit anchor.
type Token = {
  readonly children: readonly Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
};
type State = { readonly tokens: readonly Token[]; readonly env?: { readonly relativePath?: string } };
type Renderer = { readonly core: { readonly ruler: { push(name: string, rule: (state: State) => void): void } } };

export function nameAnchors({ core }: Renderer): void {
  core.ruler.push('anchor-names', ({ tokens, env }) => {
    const isRussian = env?.relativePath?.startsWith('ru/') === true;
    for (const link of tokens.flatMap(({ children }) => children ?? [])) {
      if (link.attrGet('class') !== 'header-anchor') continue;
      const words = /"([\s\S]*)"/.exec(link.attrGet('aria-label') ?? '')?.[1]?.replace(/ *\{#[\w-]+\}/, '') ?? '';
      link.attrSet('aria-label', isRussian ? `Ссылка на раздел «${words}»` : `Link to “${words}”`);
    }
  });
}
