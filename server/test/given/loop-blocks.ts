// How long the event loop of this process works on one thing, in processor time of its thread: that does not depend on
// how busy the machine is.

const TICK_MS = 2;

const cpuNowMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** The longest the loop was kept from its next turn while the work ran. */
export async function longestBlockMs(work: () => Promise<void>): Promise<number> {
  let longestMs = 0;
  let isOver = false;
  let lastMs = cpuNowMs();
  const look = () => {
    const nowMs = cpuNowMs();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
    if (!isOver) setTimeout(look, TICK_MS);
  };
  look();
  try {
    await work();
  } finally {
    isOver = true;
    look();
  }
  return longestMs;
}
