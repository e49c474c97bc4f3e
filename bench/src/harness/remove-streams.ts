import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';

/** Removes the streams of a cell; does nothing if the broker is gone. */
export async function removeStreams(natsUrl: string, cell: string): Promise<void> {
  const connection = await connect({ servers: natsUrl.split(','), timeout: 2_000, reconnect: false }).catch(
    () => undefined,
  );
  if (connection === undefined) return;
  const manager = await jetstreamManager(connection, { checkAPI: false });
  for (const name of [`${cell}_send`, `${cell}_outcome`, `${cell}_values`]) {
    await manager.streams.delete(name).catch(() => undefined);
  }
  await connection.close();
}
