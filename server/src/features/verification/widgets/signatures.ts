import type { Platform } from '../../../platform/platform.ts';

/**
 * Whether the visitor's signature belongs to the text. Visitors may send any key id, of which an unknown one throws.
 */
export function isSigned({ secrets }: Pick<Platform, 'secrets'>, text: string, signature: string): boolean {
  try {
    return secrets.isMacOf(text, signature);
  } catch {
    return false;
  }
}
