// What an inspection keeps of a file that passes: its first and its last kilobyte, whatever its size.

/** Looks at a file chunk by chunk; `problem` is asked after the last one. */
export type Inspection = { push(chunk: Buffer): void; problem(): string | undefined };
export type Inspect = () => Inspection;

const WINDOW_BYTES = 1024;

type FileWindow = {
  readonly push: (chunk: Buffer) => void;
  readonly head: () => Buffer;
  readonly tail: () => Buffer;
};

export function openWindow(): FileWindow {
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  return {
    push: (chunk) => {
      if (head.length < WINDOW_BYTES) {
        head = Buffer.concat([head, chunk.subarray(0, WINDOW_BYTES - head.length)]);
      }
      tail = Buffer.concat([tail, chunk.subarray(-WINDOW_BYTES)]).subarray(-WINDOW_BYTES);
    },
    head: () => head,
    tail: () => tail,
  };
}
