/**
 * Access tokens in memory: one fetch for all callers, renewed shortly before they expire, and never shared between two
 * credentials, because the key is a fingerprint of account, mode and every credential value.
 */
import { createHash } from 'node:crypto';
import type { CarrierEnv, ConnectorMode } from '../environment.ts';
import { ConnectorError } from '../errors.ts';
import type { AccessToken, TokenSource } from './tokens.ts';

/** A key that tells credentials apart without holding any of them. */
export function credentialFingerprint(
  slug: string,
  mode: ConnectorMode,
  accountId: string,
  credentials: Readonly<Record<string, string>>,
): string {
  const parts = Object.entries(credentials).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([slug, mode, accountId, parts]))
    .digest('hex');
}

export interface TokenStore {
  /** The tokens of one credential; ask with `credentialFingerprint`. */
  of(credentialKey: string): TokenSource;
}

interface Slot {
  token?: AccessToken | undefined;
  fetchedAt: number;
  flight?: Promise<AccessToken> | undefined;
}

/** Renewed this long before expiry, or at a tenth of the lifetime for short-lived tokens. */
const EARLY_MS = 60_000;

export function createTokenCache(options: { readonly now?: (() => Date) | undefined } = {}): TokenStore {
  const now = (): number => (options.now ? options.now().getTime() : Date.now());
  const slots = new Map<string, Slot>();
  const isFresh = (slot: Slot): boolean => {
    if (!slot.token) return false;
    const end = slot.token.expiresAt.getTime();
    return now() < end - Math.min(EARLY_MS, (end - slot.fetchedAt) / 10);
  };
  const lead = async (slot: Slot, fetch: () => Promise<AccessToken>): Promise<AccessToken> => {
    const startedAt = now();
    slot.flight = fetch();
    try {
      const token = await slot.flight;
      slot.token = token;
      slot.fetchedAt = startedAt;
      return token;
    } finally {
      slot.flight = undefined;
    }
  };
  return {
    of(credentialKey) {
      const slotOf = (name: string): Slot => {
        const key = `${credentialKey} ${name}`;
        const slot = slots.get(key) ?? { fetchedAt: 0 };
        slots.set(key, slot);
        return slot;
      };
      return {
        async get(name, fetch) {
          const slot = slotOf(name);
          if (isFresh(slot) && slot.token) return slot.token.value;
          if (!slot.flight) return (await lead(slot, fetch)).value;
          try {
            return (await slot.flight).value;
          } catch (error) {
            // The leader's own deadline may have ended the fetch; a waiter with time left asks once for itself.
            if (!(error instanceof ConnectorError) || error.problem.kind !== 'temporary-before-effect') throw error;
            return (await (slot.flight ?? lead(slot, fetch))).value;
          }
        },
        drop(name, value) {
          const slot = slotOf(name);
          if (slot.token?.value === value) slot.token = undefined;
        },
      };
    },
  };
}

/**
 * Runs a call with a token; when the vendor refuses the token, gets a new one and tries once more (a refused call had no
 * effect). A second refusal stands.
 */
export async function withToken<T>(
  env: Pick<CarrierEnv, 'tokens'>,
  name: string,
  fetch: () => Promise<AccessToken>,
  call: (token: string) => Promise<T>,
): Promise<T> {
  const token = await env.tokens.get(name, fetch);
  try {
    return await call(token);
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.problem.kind !== 'not-authorised') throw error;
    env.tokens.drop(name, token);
    const renewed = await env.tokens.get(name, fetch);
    if (renewed === token) throw error;
    return call(renewed);
  }
}
