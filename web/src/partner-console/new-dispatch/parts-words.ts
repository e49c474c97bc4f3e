import type { Text } from '../../kit/text.tsx';
import type { Measured } from './file/text-measure.ts';

/** The lengths of the messages in one phrase. */
export function partsWords(t: Text, { min, typical, max }: Pick<Measured, 'min' | 'typical' | 'max'>): string {
  return min === max
    ? t('newDispatch.spread.same', { count: max })
    : t('newDispatch.spread.range', { min, typical, max });
}
