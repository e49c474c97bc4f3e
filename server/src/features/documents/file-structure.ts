// Checks that a file is of the kind its name says, and complete, without decoding it: reads the beginning, the end and
// the size of the picture. A polyglot file passes only if it begins as its kind; the server never interprets the rest.
import { crc32 } from 'node:zlib';
import { type Inspection, openFileEnds } from './file-window.ts';
import { openFrameSearch } from './jpeg-frame.ts';

const PIXELS_MAX = 50_000_000;

/** First bytes of files that could carry a PDF further back: programs, archives, pictures, markup, scripts. */
const NOT_PDF = ['MZ', '\x7fELF', 'PK', 'Rar!', '7z\xbc\xaf', '\x1f\x8b', '\xff\xd8\xff', '\x89PNG', 'GIF8', '<', '#!'];

/** As PDF readers do: the header must be in the first kilobyte, the end mark in the last. */
export function inspectPdf(): Inspection {
  const { push, head, tail } = openFileEnds();
  return {
    push,
    problem: () => {
      const start = head()
        .toString('latin1')
        .replace(/^\xef\xbb\xbf/, '')
        .trimStart();
      if (NOT_PDF.some((mark) => start.startsWith(mark)) || !/%PDF-\d/.test(start)) return 'is not a PDF';
      return tail().includes('%%EOF') ? undefined : 'is a PDF without its end';
    },
  };
}

const PNG_START = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
const PNG_END = Buffer.from('\0\0\0\0IEND\xae\x42\x60\x82', 'latin1');
const IHDR_AT = 12;
const IHDR_BYTES = 17;

export function inspectPng(): Inspection {
  const { push, head, tail } = openFileEnds();
  return {
    push,
    problem: () => {
      const start = head();
      if (start.length < IHDR_AT + IHDR_BYTES + 4 || !start.subarray(0, PNG_START.length).equals(PNG_START)) {
        return 'is not a PNG';
      }
      const header = start.subarray(IHDR_AT, IHDR_AT + IHDR_BYTES);
      if (crc32(header) !== start.readUInt32BE(IHDR_AT + IHDR_BYTES)) return 'is not a PNG';
      if (!tail().includes(PNG_END)) return 'is a PNG without its end';
      return sizeProblem(header.readUInt32BE(4), header.readUInt32BE(8));
    },
  };
}

const JPEG_START = Buffer.from('ffd8ff', 'hex');

export function inspectJpeg(): Inspection {
  const { push, head } = openFileEnds();
  const frame = openFrameSearch();
  return {
    push: (chunk) => {
      push(chunk);
      frame.push(chunk);
    },
    problem: () => {
      const found = frame.size();
      if (!head().subarray(0, JPEG_START.length).equals(JPEG_START) || found === undefined) return 'is not a JPEG';
      if (!frame.hasEnd()) return 'is a JPEG without its end';
      return sizeProblem(found.width, found.height);
    },
  };
}

function sizeProblem(width: number, height: number): string | undefined {
  if (width === 0 || height === 0) return 'is a picture without a size';
  return width * height > PIXELS_MAX ? `is a picture of more than ${PIXELS_MAX / 1_000_000} megapixels` : undefined;
}
