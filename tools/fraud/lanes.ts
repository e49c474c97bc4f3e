/** Runs the tasks in their order, at most `lanes` of them at a time. */
export async function inLanes(tasks: readonly (() => Promise<void>)[], lanes: number): Promise<void> {
  const rest = tasks.values();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const task of rest) await task();
    }),
  );
}
