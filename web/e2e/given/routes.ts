import { router } from '../../src/router.tsx';

/** Every route the router knows, without the slash at the end. */
export function routePaths(): string[] {
  const paths = Object.keys(router.routesByPath).map((path) => (path.length > 1 ? path.replace(/\/$/, '') : path));
  return [...new Set(paths)];
}
