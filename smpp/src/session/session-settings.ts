export type SessionSettings = {
  /** Unanswered submits (server side: deliveries) allowed at once. */
  window: number;
  /** Silence after which the peer gets an enquire_link. */
  enquireLinkMs: number;
  /** Time-out of an enquire_link; two time-outs in a row end the session. */
  enquireTimeoutMs: number;
  responseTimeoutMs: number;
  /** Unanswered requests of the peer after which reading stops. */
  maxUnanswered: number;
};

export const defaultSettings: SessionSettings = {
  window: 10,
  enquireLinkMs: 30_000,
  enquireTimeoutMs: 10_000,
  responseTimeoutMs: 30_000,
  maxUnanswered: 1_000,
};
