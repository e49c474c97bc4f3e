// UUIDv7 with a counter: the ids of a process rise strictly, also within a millisecond and when the clock steps back a
// little, so rows arrive in index order and a message id determines its partition. After a long step back the ids
// follow the clock: ids of the future would need partitions that do not exist yet.
import { randomFillSync } from 'node:crypto';

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const COUNTER_MAX = 0x3ff_ffff;
const STEP_BACK_MS_MAX = 60_000;
const random = new Uint8Array(4_096);
let randomAt = random.length;
let lastMs = 0;
let counter = 0;

/** Writes the next id into 16 bytes of `target`. 48 bits of time, 26 bits of counter, 48 random bits. */
export function writeUuidV7(target: Uint8Array, offset: number, ms: number): void {
  advance(ms);
  if (randomAt > random.length - 6) {
    randomFillSync(random);
    randomAt = 0;
  }
  const high = Math.floor(lastMs / 0x1_0000_0000);
  target[offset] = (high >>> 8) & 0xff;
  target[offset + 1] = high & 0xff;
  target[offset + 2] = (lastMs >>> 24) & 0xff;
  target[offset + 3] = (lastMs >>> 16) & 0xff;
  target[offset + 4] = (lastMs >>> 8) & 0xff;
  target[offset + 5] = lastMs & 0xff;
  target[offset + 6] = 0x70 | (counter >>> 22);
  target[offset + 7] = (counter >>> 14) & 0xff;
  target[offset + 8] = 0x80 | ((counter >>> 8) & 0x3f);
  target[offset + 9] = counter & 0xff;
  for (let at = 0; at < 6; at += 1) target[offset + 10 + at] = random[randomAt + at] ?? 0;
  randomAt += 6;
}

function advance(ms: number): void {
  if (ms > lastMs || lastMs - ms > STEP_BACK_MS_MAX) {
    lastMs = ms;
    counter = 0;
  } else if (counter < COUNTER_MAX) {
    counter += 1;
  } else {
    lastMs += 1;
    counter = 0;
  }
}

export function uuidText(bytes: Uint8Array, offset = 0): string {
  const hex = (at: number) => HEX[bytes[offset + at] ?? 0] ?? '';
  return (
    hex(0) +
    hex(1) +
    hex(2) +
    hex(3) +
    '-' +
    hex(4) +
    hex(5) +
    '-' +
    hex(6) +
    hex(7) +
    '-' +
    hex(8) +
    hex(9) +
    '-' +
    hex(10) +
    hex(11) +
    hex(12) +
    hex(13) +
    hex(14) +
    hex(15)
  );
}

const single = new Uint8Array(16);
export function uuidV7(ms: number): string {
  writeUuidV7(single, 0, ms);
  return uuidText(single);
}

/** The lowest id of an instant: the bound of a partition. */
export function uuidFloor(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The instant inside an id. */
export function uuidTimeMs(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
