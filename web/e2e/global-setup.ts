// One living system for all browser tests: the demonstration with its own database, behind a freshly built console.
// VOLLEY_DEMO names the ready line of one that already runs, so that a person can repeat a test without the wait.
import type { TestProject } from 'vitest/node';
import type { RunningDemo } from './given/demo.ts';
import { startDemo } from './given/start-demo.ts';

declare module 'vitest' {
  // What the setup hands to the tests is declared by adding to this interface.
  interface ProvidedContext {
    demo: RunningDemo;
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const running = process.env['VOLLEY_DEMO'];
  if (running !== undefined) {
    project.provide('demo', JSON.parse(running) as RunningDemo); // the ready line, given by a person
    return undefined;
  }
  const { demo, stop } = await startDemo();
  project.provide('demo', demo);
  return stop;
}
