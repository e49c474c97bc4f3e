// Encodes a screenshot as a PNG of at most 256 colors: a third of the size for pages of flat colors. Accepts only what
// the browser writes: 8 bits per channel, with or without alpha, not interlaced.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLOURS_MAX = 256;
/** Bits per channel that distinguish colors while they are counted. */
const BITS = 5;

export function withPalette(png: Buffer): Buffer {
  const { width, height, channels, rows } = decode(png);
  const palette = chooseColours(rows, channels);
  const indexes = mapToPalette(rows, channels, palette);
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) indexes.copy(lines, y * (width + 1) + 1, y * width, (y + 1) * width);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

type Colour = readonly [red: number, green: number, blue: number];

function decode(png: Buffer) {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const channels = { 2: 3, 6: 4 }[png[25] ?? 0];
  if (png[24] !== 8 || channels === undefined || png[28] !== 0) throw new TypeError('not a PNG of a browser');
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return { width, height, channels, rows: unfilter(inflateSync(Buffer.concat(parts)), width * channels, channels) };
}

/** Undoes the PNG row filters: prediction from the left, upper and upper left pixels. */
function unfilter(filtered: Buffer, stride: number, channels: number): Buffer {
  const rows = Buffer.alloc((filtered.length / (stride + 1)) * stride);
  for (let y = 0; y * stride < rows.length; y += 1) {
    const kind = filtered[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x >= channels ? (rows[at - channels] ?? 0) : 0;
      const up = y > 0 ? (rows[at - stride] ?? 0) : 0;
      const corner = x >= channels && y > 0 ? (rows[at - stride - channels] ?? 0) : 0;
      rows[at] = (filtered[y * (stride + 1) + 1 + x] ?? 0) + predicted(kind, left, up, corner);
    }
  }
  return rows;
}

function predicted(kind: number, left: number, up: number, corner: number): number {
  if (kind === 1) return left;
  if (kind === 2) return up;
  if (kind === 3) return (left + up) >> 1;
  if (kind !== 4) return 0;
  const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

const cellOf = (red: number, green: number, blue: number): number =>
  ((red >> (8 - BITS)) << (2 * BITS)) | ((green >> (8 - BITS)) << BITS) | (blue >> (8 - BITS));

/** The most frequent exact color of each of the most frequent cells. */
function chooseColours(rows: Buffer, channels: number): Colour[] {
  const exact = new Map<number, number>();
  for (let at = 0; at < rows.length; at += channels) {
    const colour = rows.readUIntBE(at, 3);
    exact.set(colour, (exact.get(colour) ?? 0) + 1);
  }
  const cells = new Map<number, { count: number; colour: number; best: number }>();
  for (const [colour, count] of exact) {
    const cell = cellOf(colour >> 16, (colour >> 8) & 255, colour & 255);
    const known = cells.get(cell) ?? { count: 0, colour, best: 0 };
    known.count += count;
    if (count > known.best) Object.assign(known, { colour, best: count });
    cells.set(cell, known);
  }
  const chosen = new Set(
    [...cells.values()]
      .toSorted((a, b) => b.count - a.count)
      .slice(0, COLOURS_MAX - 64)
      .map(({ colour }) => colour),
  );
  // The remaining places go to the most frequent exact colors: backgrounds that differ by a shade stay distinct.
  for (const [colour] of [...exact].toSorted((a, b) => b[1] - a[1])) {
    if (chosen.size === COLOURS_MAX) break;
    chosen.add(colour);
  }
  return [...chosen].map((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]);
}

function mapToPalette(rows: Buffer, channels: number, palette: readonly Colour[]): Buffer {
  const indexes = Buffer.alloc(rows.length / channels);
  const known = new Map<number, number>();
  for (let at = 0, pixel = 0; at < rows.length; at += channels, pixel += 1) {
    const colour = rows.readUIntBE(at, 3);
    let index = known.get(colour);
    if (index === undefined) {
      index = nearest(palette, colour >> 16, (colour >> 8) & 255, colour & 255);
      known.set(colour, index);
    }
    indexes[pixel] = index;
  }
  return indexes;
}

function nearest(palette: readonly Colour[], red: number, green: number, blue: number): number {
  let best = 0;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const [index, [r, g, b]] of palette.entries()) {
    const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
    if (distance < bestDistance) [best, bestDistance] = [index, distance];
  }
  return best;
}

function chunk(type: string, content: Buffer): Buffer {
  const framed = Buffer.alloc(content.length + 12);
  framed.writeUInt32BE(content.length, 0);
  framed.write(type, 4, 'latin1');
  content.copy(framed, 8);
  framed.writeUInt32BE(crc32(framed.subarray(4, 8 + content.length)), 8 + content.length);
  return framed;
}
