/** A fault of a request, found by the client or by the service. */
export type FailureDetail = {
  /** Path into the body, or the name of a parameter or header; `body`: the whole body. */
  readonly field: string;
  /** For people; the wording may change. */
  readonly reason: string;
  /** For programs; codes are added, never renamed. */
  readonly code: string;
};
