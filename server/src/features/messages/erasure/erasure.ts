export type Erasure = {
  readonly erasureId: number;
  readonly requestedAt: Date;
  readonly messagesErased: number;
  /** Not final yet; erased once they are. */
  readonly messagesWaiting: number;
  readonly finishedAt: Date | null;
};
