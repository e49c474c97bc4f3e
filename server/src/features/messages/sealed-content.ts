// The content of a message of the verifier, sealed as a whole: what is sent needs no rule for where in a masked text
// the code belongs. The code stands beside it, so that another channel can say it in its own words.
import type { Platform } from '../../platform/platform.ts';

type Secrets = Pick<Platform['secrets'], 'seal' | 'open'>;

export type SecretContent = {
  readonly code: string;
  readonly text: string;
  readonly special: Readonly<Record<string, unknown>> | null;
};

export const sealContent = (secrets: Secrets, content: SecretContent): string => secrets.seal(JSON.stringify(content));

export function openContent(secrets: Secrets, sealed: string): SecretContent {
  return JSON.parse(secrets.open(sealed)) as SecretContent; // written by sealContent, and proved so by the seal
}
