export type Counters = {
  binds: number;
  bindsRefused: number;
  submits: number;
  accepted: number;
  refused: number;
  throttled: number;
  queueFull: number;
  answersLost: number;
  cuts: number;
  unbinds: number;
  /** Whole texts; a long text counts once. */
  messages: number;
  /** Long texts with missing parts. */
  textsNotJoined: number;
  receiptsSent: number;
  receiptsAcked: number;
  receiptsRefused: number;
  /** Permanently refused: not resent. */
  receiptsRejected: number;
  /** Sent in a form that breaks the standard. */
  receiptsSpoiled: number;
  moSent: number;
  moAcked: number;
};

export const zeroCounters: Readonly<Counters> = {
  binds: 0,
  bindsRefused: 0,
  submits: 0,
  accepted: 0,
  refused: 0,
  throttled: 0,
  queueFull: 0,
  answersLost: 0,
  cuts: 0,
  unbinds: 0,
  messages: 0,
  textsNotJoined: 0,
  receiptsSent: 0,
  receiptsAcked: 0,
  receiptsRefused: 0,
  receiptsRejected: 0,
  receiptsSpoiled: 0,
  moSent: 0,
  moAcked: 0,
};
