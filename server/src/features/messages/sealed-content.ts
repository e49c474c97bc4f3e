// The content of a message of the verifier, sealed as a whole, so the code is never inserted into a masked text. The
// code is stored beside it for channels that have their own wording.
import type { Platform } from '../../platform/platform.ts';

type Secrets = Pick<Platform['secrets'], 'seal' | 'open'>;

export type SecretContent = {
  readonly code: string;
  readonly text: string;
  readonly special: Readonly<Record<string, unknown>> | null;
};

export const sealContent = (secrets: Secrets, content: SecretContent): string => secrets.seal(JSON.stringify(content));

export function openContent(secrets: Secrets, sealed: string): SecretContent {
  return JSON.parse(secrets.open(sealed)) as SecretContent; // the seal proves that sealContent wrote it
}
