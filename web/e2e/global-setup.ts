// The running system of all browser tests: the demonstration with its own database, behind a freshly built console.
// VOLLEY_DEMO holds the ready line of a running one, so that a person can repeat a test without the wait.
import type { TestProject } from 'vitest/node';
import type { RunningDemo } from './given/demo.ts';
import { startDemo } from './given/start-demo.ts';

declare module 'vitest' {
  // Vitest's way to declare the values that the setup provides to the tests.
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
