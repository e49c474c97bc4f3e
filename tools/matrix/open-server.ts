export type OpenServer = {
  readonly url: string;
  /** As the running program says. */
  readonly version: string;
  readonly stop: () => Promise<void>;
};

/** Stops all of them, the last one first. */
export async function stopAll(servers: readonly { stop(): Promise<void> }[]): Promise<void> {
  for (const server of servers.toReversed()) await server.stop();
}
