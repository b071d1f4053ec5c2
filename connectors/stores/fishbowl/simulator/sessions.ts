/** Who is signed in. Kept in memory alone: a server that is started anew has ended every session. */
import { SimRefusal, type SimContext } from '@scanship/simulator-kit/simulator';
import type { Server } from './servers.ts';

/** Without a call for this long a session ends by itself. Milliseconds. */
const IDLE_MS = 20 * 60_000;
/** A call that was under way when its session ended is carried out all the same. Milliseconds. */
const UNDER_WAY_MS = 3_000;

export interface Sessions {
  /** @throws SimRefusal when every seat is taken */
  open(server: Server, context: SimContext): string;
  /** @throws SimRefusal 401 for a token that opens nothing (any more) */
  check(server: Server, token: string, context: SimContext): void;
  close(token: string): void;
  count(account: string): number;
}

export function createSessions(): Sessions {
  const open = new Map<string, { readonly account: string; at: number; ended?: number | undefined }>();
  const count = (account: string): number =>
    [...open.values()].filter((one) => one.account === account && one.ended === undefined).length;
  return {
    count,
    open({ about }, context) {
      const now = context.now().getTime();
      for (const [token, { at, ended }] of open)
        if (now - at > IDLE_MS || (ended !== undefined && Date.now() - ended > UNDER_WAY_MS)) open.delete(token);
      if (count(about.account) >= about.seats)
        throw new SimRefusal(400, 'seats', 'The login limit of this license has been reached.');
      const token = context.newId('session-');
      open.set(token, { account: about.account, at: now });
      return token;
    },
    check({ about }, token, context) {
      const session = open.get(token);
      const late = session?.ended !== undefined && Date.now() - session.ended > UNDER_WAY_MS;
      if (session?.account !== about.account || late)
        throw new SimRefusal(401, 'token', 'Invalid authorization token.');
      session.at = context.now().getTime();
    },
    close(token) {
      const session = open.get(token);
      if (session) session.ended ??= Date.now();
    },
  };
}
