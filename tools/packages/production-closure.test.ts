import { expect, test } from 'vitest';
import { difference, type Lock, productionPackages } from './production-closure.ts';

const lock: Lock = {
  packages: {
    '': { version: '1.0.0' },
    server: { dependencies: { '@volley/domain': '1', pg: '8' } },
    domain: { dependencies: { tiny: '1' } },
    web: { dependencies: { react: '19' } },
    'node_modules/@volley/domain': { resolved: 'domain', link: true },
    'node_modules/pg': {
      version: '8.0.0',
      dependencies: { tiny: '2' },
      optionalDependencies: { native: '1', absent: '1' },
    },
    'node_modules/pg/node_modules/tiny': { version: '2.0.0' },
    'node_modules/tiny': { version: '1.0.0' },
    'node_modules/native': { version: '1.0.0' },
    'node_modules/react': { version: '19.0.0' },
  },
};

test('the packages of a workspace include those of the workspaces it uses, in every version', () => {
  expect(productionPackages(lock, 'server')).toEqual({
    packages: ['native 1.0.0', 'pg 8.0.0', 'tiny 1.0.0', 'tiny 2.0.0'],
    optional: ['native 1.0.0'],
  });
});

test('a package missing in package-lock.json throws', () => {
  expect(() => productionPackages({ packages: { server: { dependencies: { gone: '1' } } } }, 'server')).toThrow(
    'node_modules/gone is not in package-lock.json',
  );
});

test('unexpected and missing packages are listed', () => {
  expect(difference(['a 1', 'b 1', 'c 1'], ['a 1', 'd 1'], ['c 1'])).toEqual(['unexpected: d 1', 'missing: b 1']);
});
