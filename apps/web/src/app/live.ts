/** The live stream of the signed-in person, for screens: `useLive` hears events, `useLiveState` says whether it flows. */
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { getProfile } from '@scanship/contracts/access/auth';
import { liveStream } from '@scanship/contracts/live';
import { createLive, type Live, type LiveEvent, type LiveState } from '../lib/live.ts';
import { api } from './api.ts';
import { useProfile } from './profile.ts';

let live: Live | undefined;
let owner: string | undefined;
/** Another person (somebody acts for them, or goes back) has another stream. */
function liveOf(whose: string): Live {
  if (live && owner === whose) return live;
  live?.stop();
  owner = whose;
  live = createLive({
    owner: whose,
    // Any question finds out, and leads to signing in: a page that is only looked at must not wait for the next press.
    onSessionOver: () => void api.call(getProfile, {}).catch(() => undefined),
    open: (cursor, signal) => api.lines(liveStream, { query: cursor ? { cursor } : {}, signal }),
    locks: globalThis.navigator?.locks,
    channel: typeof BroadcastChannel === 'function' ? (name) => new BroadcastChannel(name) : undefined,
  });
  return live;
}

/** Whose stream it is; the chain of acting people belongs to it, because each has rights of their own. */
function useOwner(): string {
  const profile = useProfile();
  return [profile.tenantName, profile.userName, profile.impersonation.length].join('/');
}

/** Hears what happens elsewhere while the component is on screen; also in tabs that are not in front. */
export function useLive(listener: (event: LiveEvent) => void): void {
  const whose = useOwner();
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => liveOf(whose).subscribe((event) => latest.current(event)), [whose]);
}

export function useLiveState(): LiveState {
  const whose = useOwner();
  return useSyncExternalStore(
    (changed) => liveOf(whose).onState(changed),
    () => liveOf(whose).state(),
  );
}
