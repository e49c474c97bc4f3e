// The way of one file from the choice to the last answer. Leaving the page ends it before the next piece.
import { useQueryClient } from '@tanstack/react-query';
import type * as contract from '@volley/contract/console/subscribers.ts';
import type { SubscriberChannel } from '@volley/domain/subscribers/subscriber-channel.ts';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '../../../api/call.ts';
import { readAgain } from '../../../api/use-api.ts';
import { FileProblem } from '../../new-dispatch/file/file-problem.ts';
import { Cancelled } from '../../new-dispatch/file/row-source.ts';
import { withRetry } from '../../new-dispatch/file/with-retry.ts';
import { NOTHING_SENT, type Sent, sendSubscribers } from './send-subscribers.ts';
import { openSubscribers, type SubscriberFile, type SubscriberScan, scanSubscribers } from './subscriber-file.ts';
import type { SubscriberItem } from './subscriber-rows.ts';

type Checked = { readonly fileName: string; readonly file: SubscriberFile; readonly scan: SubscriberScan };

export type UploadState =
  | { readonly step: 'none' }
  | { readonly step: 'reading'; readonly fileName: string; readonly share: number }
  | { readonly step: 'unreadable'; readonly fileName: string; readonly problem: FileProblem | 'titles' }
  | ({ readonly step: 'checked' } & Checked)
  | ({ readonly step: 'sending'; readonly sent: Sent } & Checked)
  | ({ readonly step: 'stopped'; readonly sent: Sent; readonly error: unknown } & Checked)
  | ({ readonly step: 'done'; readonly sent: Sent } & Checked);

export type Upload = {
  readonly state: UploadState;
  readonly choose: (chosen: File) => Promise<void>;
  /** Starts a checked file, or continues a stopped one. */
  readonly send: () => Promise<void>;
  readonly reset: () => void;
};

const NONE: UploadState = { step: 'none' };

export function useUpload(senderId: number, channel: SubscriberChannel): Upload {
  const client = useQueryClient();
  const [state, setState] = useState<UploadState>(NONE);
  const run = useRun();
  const choose = async (chosen: File) => {
    const isOver = run.begin();
    const fileName = chosen.name;
    setState({ step: 'reading', fileName, share: 0 });
    const onProgress = (share: number) => setState({ step: 'reading', fileName, share });
    try {
      const file = await openSubscribers(chosen, channel);
      if (file === undefined) return setState({ step: 'unreadable', fileName, problem: 'titles' });
      setState({
        step: 'checked',
        fileName,
        file,
        scan: await scanSubscribers(file, { onProgress, isCancelled: isOver }),
      });
    } catch (error) {
      if (error instanceof Cancelled) return;
      setState({
        step: 'unreadable',
        fileName,
        problem: error instanceof FileProblem ? error : new FileProblem('binary'),
      });
    }
  };
  const send = async () => {
    if (state.step !== 'checked' && state.step !== 'stopped') return;
    const { fileName, file, scan } = state;
    const checked = { fileName, file, scan };
    let sent = state.step === 'stopped' ? state.sent : NOTHING_SENT;
    const isCancelled = run.begin();
    const onSent = (next: Sent) => {
      sent = next;
      setState({ step: 'sending', ...checked, sent });
    };
    onSent(sent);
    try {
      await sendSubscribers(file, scan, sent, { send: (items) => post(senderId, items), onSent, isCancelled });
      setState({ step: 'done', ...checked, sent });
    } catch (error) {
      setState({ step: 'stopped', ...checked, sent, error });
    }
    await readAgain(client, 'console', 'GET /senders/{id}/subscribers');
  };
  const reset = () => {
    run.begin();
    setState(NONE);
  };
  return { state, choose, send, reset };
}

const post = (id: number, subscribers: SubscriberItem[]) =>
  withRetry(() =>
    callApi<typeof contract.uploadBotSubscribers>('POST /senders/{id}/subscribers', {
      params: { id },
      body: { subscribers },
    }),
  );

/** `begin` ends the run before it and returns whether its own run is over. */
function useRun() {
  const current = useRef(0);
  const begin = () => {
    current.current += 1;
    const own = current.current;
    return () => current.current !== own;
  };
  useEffect(
    () => () => {
      current.current += 1;
    },
    [],
  );
  return { begin };
}
