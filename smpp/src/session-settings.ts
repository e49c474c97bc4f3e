export type SessionSettings = {
  /** Unanswered submits (deliveries on the server side) allowed at once. */
  window: number;
  /** Silence after which the peer is asked whether it lives. */
  enquireLinkMs: number;
  /** How long that question waits for an answer; two in a row without one end the session. */
  enquireTimeoutMs: number;
  responseTimeoutMs: number;
  /** Requests of the peer that may be unanswered before reading stops. */
  maxUnanswered: number;
};

export const defaultSettings: SessionSettings = {
  window: 10,
  enquireLinkMs: 30_000,
  enquireTimeoutMs: 10_000,
  responseTimeoutMs: 30_000,
  maxUnanswered: 1_000,
};
