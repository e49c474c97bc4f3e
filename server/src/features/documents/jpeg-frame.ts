// Finds the size and the end mark of a streamed JPEG. A JPEG is a sequence of segments with lengths, so the search
// skips all segments before the frame header, including previews inside them. Cameras append data after the end mark,
// so the mark may be anywhere after the frame header.

export type FrameSearch = {
  push(chunk: Buffer): void;
  /** `undefined` until the frame header is found. */
  size(): { readonly width: number; readonly height: number } | undefined;
  hasEnd(): boolean;
};

const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const END_MARK = Buffer.from([0xff, END_OF_IMAGE]);
/** Marker, length, precision, height and width of a frame header. */
const FRAME_HEADER_BYTES = 9;

/** SOF0…SOF15 except 0xc4 (tables), 0xc8 (reserved) and 0xcc (arithmetic conditioning). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const hasNoLength = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= START_OF_IMAGE);

export function openFrameSearch(): FrameSearch {
  let held = Buffer.alloc(0);
  let skipBytes = 0;
  let isOver = false;
  let size: { width: number; height: number } | undefined;
  let hasEnd = false;

  /** Keeps the last byte: it may be the first byte of the mark. */
  const seekEnd = (bytes: Buffer) => {
    hasEnd ||= bytes.includes(END_MARK);
    held = Buffer.from(bytes.subarray(-1));
  };

  /** Reads the start of a segment from `held`; false if more bytes are needed or the search is over. */
  const step = (): boolean => {
    const [first, marker = 0] = held;
    if (held.length < 2) return false;
    if (first !== 0xff || marker === END_OF_IMAGE || marker === START_OF_SCAN) {
      isOver = true;
      return false;
    }
    if (marker === 0xff || hasNoLength(marker)) {
      held = held.subarray(marker === 0xff ? 1 : 2);
      return true;
    }
    if (held.length < (isFrame(marker) ? FRAME_HEADER_BYTES : 4)) return false;
    if (isFrame(marker)) {
      size = { height: held.readUInt16BE(5), width: held.readUInt16BE(7) };
      seekEnd(held.subarray(FRAME_HEADER_BYTES));
      return false;
    }
    const segmentBytes = 2 + held.readUInt16BE(2);
    skipBytes = Math.max(0, segmentBytes - held.length);
    held = held.subarray(segmentBytes);
    return true;
  };

  return {
    push: (chunk) => {
      if (isOver || hasEnd) return;
      if (size !== undefined) return seekEnd(Buffer.concat([held, chunk]));
      const skipped = Math.min(skipBytes, chunk.length);
      skipBytes -= skipped;
      held = Buffer.concat([held, chunk.subarray(skipped)]);
      while (step());
      // Copies: a view would keep the whole chunk in memory.
      held = Buffer.from(held);
    },
    size: () => size,
    hasEnd: () => hasEnd,
  };
}
