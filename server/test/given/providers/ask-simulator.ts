/** A call of the simulator's control port: a POST if it has a body. */
export type AskSimulator = <T>(path: string, body?: object) => Promise<T>;
