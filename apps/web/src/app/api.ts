/** The one API client of the page, and the shapes that screens use to call it. */
import type { Call, DataOf } from '@scanship/contracts/call';
import { type ApiClient, type CallInput, createApiClient } from '../lib/api-client.ts';
import type { SessionEndedError } from '../lib/api-errors.ts';
import { preferences } from '../lib/preferences.ts';
import { createDrawnFor } from '../lib/drawn-for.ts';
import { randomHex } from '../lib/random-hex.ts';
import { createSession } from '../lib/session.ts';
import { browserStore } from '../lib/storage.ts';

export const session = createSession(browserStore(), globalThis.navigator?.locks);

/** For whom this page is drawn, which the tokens in storage may have left. */
export const drawnFor = createDrawnFor(browserStore(), session);

type SessionEndListener = (error: SessionEndedError | undefined) => void;
const endListeners = new Set<SessionEndListener>();
/** Told when the session ended: by the server (with its error) or in another tab (without). */
export function onSessionEnd(listener: SessionEndListener): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}
export function tellSessionEnd(error: SessionEndedError | undefined): void {
  for (const listener of endListeners) listener(error);
}

let lockListener: (() => void) | undefined;
/** Told when the server answers that the screen is locked; there is one listener, the router's. */
export function onSessionLocked(listener: () => void): void {
  lockListener = listener;
}

export const api: ApiClient = createApiClient({
  origin: globalThis.location?.origin ?? '',
  session,
  cookies: () => document.cookie,
  language: () => document.documentElement.lang || preferences.get().locale || 'en-CA',
  onSessionEnd: tellSessionEnd,
  onSessionLocked: () => lockListener?.(),
  drawnFor,
});

/** The data of a call, for queries. */
export async function fetchData<C extends Call>(call: C, input: CallInput<C>): Promise<DataOf<C>> {
  return (await api.call(call, input)).data;
}

/** A key that makes a repeated purchase answer its first result. */
export const newIdempotencyKey = (): string => crypto.randomUUID?.() ?? randomHex(16);
