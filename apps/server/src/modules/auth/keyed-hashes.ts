/**
 * Hashes under the installation's key. A code of six digits has a million values, so a plain hash of it would be no secret;
 * what is signed here can be handed to a browser and known again without a row.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface KeyedHashes {
  /** Hash of a secret of low entropy, bound to what it is for and whose it is. */
  of(purpose: string, ...parts: readonly string[]): Buffer;
  /** A ticket that says `parts`, good until `expiresAt`. */
  sign(purpose: string, parts: readonly string[], expiresAt: Date): string;
  /** The parts of a ticket of ours that is still good; undefined for anything else. */
  read(purpose: string, ticket: string, now: Date): readonly string[] | undefined;
}

export const sameBytes = (a: Uint8Array | null | undefined, b: Uint8Array): boolean =>
  a !== null && a !== undefined && a.length === b.length && timingSafeEqual(a, b);

/** @param secret of the installation; another one makes all codes and tickets void */
export const createKeyedHashes = (secret: string): KeyedHashes => {
  const key = createHmac('sha256', secret).update('account codes and tickets').digest();
  const of: KeyedHashes['of'] = (purpose, ...parts) =>
    createHmac('sha256', key)
      .update(JSON.stringify([purpose, ...parts]))
      .digest();
  return {
    of,
    sign(purpose, parts, expiresAt) {
      const body = JSON.stringify([...parts, String(expiresAt.getTime())]);
      return `${Buffer.from(body).toString('base64url')}.${of(`ticket ${purpose}`, body).subarray(0, 18).toString('base64url')}`;
    },
    read(purpose, ticket, now) {
      const [encoded, mac, ...rest] = ticket.split('.');
      if (!encoded || !mac || rest.length > 0) return undefined;
      const body = Buffer.from(encoded, 'base64url').toString('utf8');
      if (!sameBytes(Buffer.from(mac, 'base64url'), of(`ticket ${purpose}`, body).subarray(0, 18))) return undefined;
      // Ours, hence a list of texts that ends with its time.
      const parts = JSON.parse(body) as string[];
      const until = Number(parts.pop());
      return until > now.getTime() ? parts : undefined;
    },
  };
};
