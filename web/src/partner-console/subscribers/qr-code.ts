// A QR code as a drawing: one path of dark modules on a square with the quiet zone that readers need.
import { encode } from 'uqr';

export type QrDrawing = {
  /** Length of a side in modules, with the quiet zone. */
  readonly size: number;
  readonly path: string;
};

/** Modules around the code; the standard demands four. */
const QUIET_ZONE = 4;

export function qrDrawing(text: string): QrDrawing {
  const { data } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return { size: data.length, path: data.map(rowPath).join('') };
}

/** Adjacent dark modules are one rectangle. */
function rowPath(modules: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < modules.length; x += 1) {
    if (modules[x] !== true) continue;
    const from = x;
    while (modules[x] === true) x += 1;
    path += `M${from} ${y}h${x - from}v1h-${x - from}z`;
  }
  return path;
}

/** The drawing as a file, black on white. */
export function qrFile({ size, path }: QrDrawing): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`;
}
