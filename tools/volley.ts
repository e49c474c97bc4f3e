// `npm run volley`: the command line of this checkout, for the running sandbox or demonstration unless the shell names
// another service.
import { addRunning } from './sandbox/running-file.ts';

addRunning(process.env);
await import('../cli/src/cli.ts');
