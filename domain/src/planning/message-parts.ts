// Parts of a message: the unit of prices. Only SMS is split; a text of another channel is one part.

import { countParts } from '../text/text-segmentation.ts';

export const PARTS_MAX = 10;

/** 0: the text is blank. */
export function partsOf(text: string, channelType: string): number {
  if (text.trim() === '') return 0;
  return channelType === 'SMS' ? countParts(text) : 1;
}
