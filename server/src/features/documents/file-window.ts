// Keeps the first and the last kilobyte of a streamed file.

/** Inspects a file chunk by chunk; call `problem` after the last chunk. */
export type Inspection = { push(chunk: Buffer): void; problem(): string | undefined };
export type Inspect = () => Inspection;

const END_BYTES = 1024;

type FileEnds = {
  readonly push: (chunk: Buffer) => void;
  readonly head: () => Buffer;
  readonly tail: () => Buffer;
};

export function openFileEnds(): FileEnds {
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  return {
    push: (chunk) => {
      if (head.length < END_BYTES) {
        head = Buffer.concat([head, chunk.subarray(0, END_BYTES - head.length)]);
      }
      tail = Buffer.concat([tail, chunk.subarray(-END_BYTES)]).subarray(-END_BYTES);
    },
    head: () => head,
    tail: () => tail,
  };
}
