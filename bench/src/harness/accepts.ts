import { connect } from 'node:net';

const ANSWER_MS = 2_000;

/** Whether a server listens on the port. */
export function accepts(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    socket.setTimeout(ANSWER_MS, () => socket.destroy());
    socket.once('close', () => resolve(false));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      resolve(true);
      socket.destroy();
    });
  });
}
