// Position of a reader of changed messages: the transactions of its sweep and the progress within it. Opaque to the
// client; it grants no rights, so it needs no signature.

export type SweepCursor = {
  readonly from: bigint;
  /** Null: the next call sets it. */
  readonly to: bigint | null;
  readonly since: Date | null;
  readonly dispatchId: number;
  readonly seq: number;
};

const FORM = /^1\.(\d{1,18})\.(\d{0,18})\.(\d{0,14})\.(\d{1,10})\.(\d{1,10})$/;
const INT_MAX = 2_147_483_647;

export function writeCursor({ from, to, since, dispatchId, seq }: SweepCursor): string {
  return Buffer.from(['1', from, to ?? '', since?.getTime() ?? '', dispatchId, seq].join('.')).toString('base64url');
}

export function parseCursor(text: string): SweepCursor | undefined {
  const match = FORM.exec(Buffer.from(text, 'base64url').toString('latin1'));
  if (match === null) return undefined;
  const [, from = '', to = '', since = '', dispatch = '', seq = ''] = match;
  const place = { dispatchId: Number(dispatch), seq: Number(seq) };
  const at = since === '' ? null : new Date(Number(since));
  if (place.dispatchId > INT_MAX || place.seq > INT_MAX || Number.isNaN(at?.getTime() ?? 0)) return undefined;
  return { from: BigInt(from), to: to === '' ? null : BigInt(to), since: at, ...place };
}
