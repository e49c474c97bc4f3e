// The endpoints of the console's own, /console/api/v1: what its pages need and the public APIs lack.
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';

export function mountConsoleApi(_app: ApiServer, _platform: Platform): void {}
