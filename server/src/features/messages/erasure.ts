export type Erasure = {
  readonly erasureId: number;
  readonly requestedAt: Date;
  readonly messagesErased: number;
  /** Not final yet: they are erased when they are. */
  readonly messagesWaiting: number;
  readonly finishedAt: Date | null;
};
