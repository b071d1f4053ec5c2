/** Tokens in memory that end by the simulator's clock: a restarted simulator knows none, as a vendor may. */
import { randomBytes } from 'node:crypto';
import type { SimAccount, SimContext, SimRequest } from './simulator.ts';

export interface Tokens<Holder = SimAccount> {
  /** A new token of somebody. */
  issue(holder: Holder, sim: Pick<SimContext, 'now'>): string;
  /** Whose token it is; undefined where it is missing, unknown or over. */
  holderOf(token: string | undefined, sim: Pick<SimContext, 'now'>): Holder | undefined;
}

/** @param prefix what the vendor's tokens begin with ("Atza|") */
export function createTokens<Holder = SimAccount>(lifetimeSeconds: number, prefix = ''): Tokens<Holder> {
  const tokens = new Map<string, { readonly holder: Holder; readonly until: number }>();
  return {
    issue(holder, sim) {
      const token = `${prefix}${randomBytes(24).toString('base64url')}`;
      tokens.set(token, { holder, until: sim.now().getTime() + lifetimeSeconds * 1000 });
      return token;
    },
    holderOf(token, sim) {
      const known = tokens.get(token ?? '');
      return known && known.until > sim.now().getTime() ? known.holder : undefined;
    },
  };
}

/** The bearer token of a request. */
export const bearerOf = (request: SimRequest): string | undefined =>
  /^Bearer (\S+)$/.exec(request.headers['authorization'] ?? '')?.[1];
