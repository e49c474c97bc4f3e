// Parts of an SMS with a code, with and without the line that binds it to a site. Uses the rules that build and bill
// it.
import { partsOf } from '@volley/domain/planning/message-parts.ts';
import { segmentText } from '@volley/domain/text/text-segmentation.ts';
import { codeMessage } from '@volley/domain/verification/verification-channel.ts';

export type SmsParts = {
  readonly parts: number;
  readonly characters: number;
  readonly encoding: string;
  /** With the line for the site; undefined: the profile adds none. */
  readonly boundParts: number | undefined;
};

/** `siteHost`: the longest site of the profile's widgets; undefined: no line is added. */
export function smsParts(text: string, codeLength: number, siteHost: string | undefined): SmsParts {
  const filled = (host: string | null) =>
    codeMessage({ channelType: 'SMS', senderName: '', text }, '0'.repeat(codeLength), {
      language: null,
      siteHost: host,
    }).text;
  const plain = filled(null);
  return {
    parts: partsOf(plain, 'SMS'),
    characters: plain.length,
    encoding: plain === '' ? 'GSM7' : segmentText(plain).encoding,
    boundParts: siteHost === undefined ? undefined : partsOf(filled(siteHost), 'SMS'),
  };
}
