/** One replay at a time: started, watched, stopped. */
import { useEffect, useRef, useState } from 'react';
import type { BodyOf } from '@scanship/contracts/call';
import { replayWhatIf, type WhatIfResultDto } from '@scanship/contracts/money/what-if';
import { api } from '../../../app/api.ts';

export type ReplayBody = BodyOf<typeof replayWhatIf>;
export type Replay =
  | { readonly state: 'idle' }
  | { readonly state: 'running'; readonly done: number; readonly total: number }
  | { readonly state: 'stopped'; readonly done: number; readonly total: number }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'done'; readonly result: WhatIfResultDto; readonly body: ReplayBody };

export interface ReplayControl {
  readonly replay: Replay;
  readonly start: (body: ReplayBody) => void;
  readonly stop: () => void;
}

export function useReplay(): ReplayControl {
  const [replay, setReplay] = useState<Replay>({ state: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = async (body: ReplayBody, stop: AbortController): Promise<void> => {
    const mine = () => running.current === stop && !stop.signal.aborted;
    try {
      let ended = false;
      for await (const event of api.lines(replayWhatIf, { body, signal: stop.signal })) {
        if (!mine()) return;
        if (event.type === 'progress') setReplay({ state: 'running', done: event.done, total: event.total });
        else {
          ended = true;
          setReplay({ state: 'done', result: event.result, body });
        }
      }
      if (!ended && mine()) setReplay({ state: 'failed', error: new Error('The replay broke off.') });
    } catch (error) {
      if (mine()) setReplay({ state: 'failed', error });
    }
  };
  return {
    replay,
    start: (body) => {
      running.current?.abort();
      const stop = new AbortController();
      running.current = stop;
      setReplay({ state: 'running', done: 0, total: 0 });
      void run(body, stop);
    },
    stop: () => {
      running.current?.abort();
      setReplay((now) => (now.state === 'running' ? { ...now, state: 'stopped' } : now));
    },
  };
}
