// `verify.js`: sets the global `VerifyWidget`.
import { mount, unmount } from './mount.ts';

Object.assign(window, { VerifyWidget: { mount, unmount } });
