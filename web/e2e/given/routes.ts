import { router } from '../../src/router.tsx';

/** Every route of the router, without a trailing slash. */
export function routePaths(): string[] {
  const paths = Object.keys(router.routesByPath).map((path) => (path.length > 1 ? path.replace(/\/$/, '') : path));
  return [...new Set(paths)];
}
