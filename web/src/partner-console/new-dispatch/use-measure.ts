import { useEffect, useState } from 'react';
import type { Draft } from './draft.ts';
import { countsParts } from './draft-text.ts';
import { Cancelled } from './file/row-source.ts';
import type { Measured } from './file/text-measure.ts';
import type { FileState } from './use-file.ts';

export type MeasureState = {
  /** The result for the current text; undefined while it is counted. */
  readonly measured: Measured | undefined;
  /** The previous result, so that numbers do not flicker while the person types. */
  readonly shown: Measured | undefined;
};

const TYPING_MS = 250;

/** Message lengths, counted by the worker shortly after the text changes. */
export function useMeasure({ text, channelType }: Draft, { client, scan }: FileState): MeasureState {
  const [state, setState] = useState<MeasureState>({ measured: undefined, shown: undefined });
  useEffect(() => {
    setState(({ shown }) => ({ measured: undefined, shown }));
    if (scan === undefined || scan.good === 0 || text === '') return;
    let isStale = false;
    const timer = setTimeout(() => {
      client.ask('measure', { text, countsParts: countsParts({ channelType }) }).then(
        (measured) => {
          if (!isStale) setState({ measured, shown: measured });
        },
        (error: unknown) => {
          if (!(error instanceof Cancelled) && !isStale) setState({ measured: undefined, shown: undefined });
        },
      );
    }, TYPING_MS);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [client, scan, text, channelType]);
  return state;
}
