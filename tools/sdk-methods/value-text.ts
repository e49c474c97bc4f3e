const WIDTH = 110;

/** A value as TypeScript with single quotes: on one line, or with one member per line if that is too long. */
export function valueText(value: unknown, indent = ''): string {
  const line = lineText(value);
  if (line.length + indent.length <= WIDTH || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const members = Array.isArray(value)
    ? value.map((one) => valueText(one, inner))
    : Object.entries(value).map(([name, one]) => `${memberName(name)}: ${valueText(one, inner)}`);
  return `${open}\n${members.map((member) => `${inner}${member},\n`).join('')}${indent}${close}`;
}

/** A value as TypeScript on one line. */
export function lineText(value: unknown): string {
  if (typeof value === 'string') return stringText(value);
  if (Array.isArray(value)) return `[${value.map(lineText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, one]) => `${memberName(name)}: ${lineText(one)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

const stringText = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const memberName = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : stringText(name));
