// Top-level statements of a source, and those that a change touches. The formatter indents everything else but the
// lines of texts, so a line that begins like a statement begins one.

export type Statement = {
  readonly text: string;
  /** The declared name; empty for other statements. */
  readonly name: string;
  /** Its body runs only when it is called. */
  readonly isFunction: boolean;
};

const BEGIN =
  /^(?:(?:import|export|const|let|(?:async )?function|class|type|interface|enum|declare|await|if|for|while|switch|try|throw)\b|[@'"(]|[\w.$]+[(.`]|[\w.$]+ = )/;
const DECLARATION = /^(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:const|let|function\*?|class|type|enum)\s+(\w+)/m;
const FUNCTION =
  /^(?:export\s+)?(?:(?:async\s+)?function\b|const\s+\w+(?::[^=]+)?\s*=\s*(?:async\s*)?(?:\([^]*?\)[^=;]*|\w+\s*)=>)/m;
const TYPE = /^(?:export\s+)?(?:type|interface)\s|^import\s+type\s/m;
const COMMENTS = /^\s*\/\*\*?[^]*?\*\/\s*$|^\s*\/\/.*$/gm;

export function topStatements(text: string): Statement[] {
  const lines = text.replaceAll(COMMENTS, '').split('\n');
  const statements: string[] = [];
  for (const line of lines) {
    if (BEGIN.test(line) || statements.length === 0) statements.push(line);
    else statements[statements.length - 1] += `\n${line}`;
  }
  return statements
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '' && !TYPE.test(statement))
    .map((statement) => ({
      text: statement,
      name: DECLARATION.exec(statement)?.[1] ?? '',
      isFunction: FUNCTION.test(statement),
    }));
}

/** Names that a statement declares, imports or takes apart. */
export function namesOf({ name, text }: Statement): string[] {
  if (name !== '') return [name];
  const head = /^(?:import|export|const|let)\s[^'"=]*/.exec(text)?.[0] ?? '';
  return (head.match(/\w+/g) ?? []).filter((word) => !KEYWORDS.has(word));
}

const KEYWORDS = new Set(['import', 'export', 'const', 'let', 'from', 'as', 'type', 'default']);

/** Statements of the first text that the second has not, without comments, types and their order. */
function missingFrom(other: readonly Statement[], statements: readonly Statement[]): Statement[] {
  const known = new Set(other.map(({ text }) => text));
  return statements.filter(({ text }) => !known.has(text));
}

/** Removed, changed and new statements. */
export function changedStatements(before: string, now: string): Statement[] {
  const [old, present] = [topStatements(before), topStatements(now)];
  return [...missingFrom(present, old), ...missingFrom(old, present)];
}

/** Names whose statements mention one of these names, directly or not. */
export function namesUsing(names: ReadonlySet<string>, statements: readonly Statement[]): Set<string> {
  const found = new Set(names);
  const words = statements.map(({ text, name }) => ({ name, words: new Set(text.match(/\w+/g)) }));
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const statement of words)
      if (statement.name !== '' && [...found].some((name) => statement.words.has(name))) found.add(statement.name);
  }
  return found;
}

/** Surface and id of the endpoint that a statement declares, as in `messaging.sendMessages`. */
export function endpointOf({ text }: Statement): string | undefined {
  if (!/=\s*endpoint\(/.test(text)) return undefined;
  const member = (name: string) => new RegExp(`^\\s+${name}: '([\\w-]+)'`, 'm').exec(text)?.[1];
  return endpointName({ surface: member('surface') ?? '', id: member('id') ?? '' });
}

export const endpointName = ({ surface, id }: { readonly surface: string; readonly id: string }): string =>
  `${surface}.${id}`;
