/**
 * Opaque tokens of a session. A token names its realm and session, so that it is found by primary key, and carries a
 * secret (stored hashed) and a signature: rubbish is turned away before the database is asked, and only a token that
 * was once really given out counts as re-used.
 *
 * The pair after a refresh is derived from the refresh token that was shown, so that ten tabs which refresh with the
 * same token at the same moment all get the same new pair.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export type TokenKind = 'access' | 'refresh';

export interface SessionToken {
  readonly kind: TokenKind;
  readonly realmId: string;
  readonly sessionId: string;
  readonly secret: Buffer;
}

export interface SessionTokens {
  issue(token: SessionToken): string;
  /** undefined for everything that we did not give out ourselves. */
  read(text: string | undefined): SessionToken | undefined;
  /** Secrets that follow on a refresh token; always the same for the same token. */
  successors(refresh: SessionToken): { readonly access: Buffer; readonly refresh: Buffer };
}

const PREFIX: Readonly<Record<TokenKind, string>> = { access: 'ssa_', refresh: 'ssr_' };
const ID = 16;
const SECRET = 32;
const MAC = 16;

export const newTokenSecret = (): Buffer => randomBytes(SECRET);
export const hashOf = (secret: Uint8Array): Buffer => createHash('sha256').update(secret).digest();
export const sameHash = (a: Uint8Array | null | undefined, b: Uint8Array): boolean =>
  a !== null && a !== undefined && a.length === b.length && timingSafeEqual(a, b);

const idBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const idText = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** @param secret of the installation; another one makes all tokens foreign */
export const createSessionTokens = (secret: string): SessionTokens => {
  const key = createHmac('sha256', secret).update('session tokens').digest();
  const mac = (kind: TokenKind, body: Uint8Array) =>
    createHmac('sha256', key).update(kind).update(body).digest().subarray(0, MAC);
  const follow = (refresh: SessionToken, purpose: TokenKind) =>
    createHmac('sha256', key).update(`successor ${purpose} ${refresh.sessionId}`).update(refresh.secret).digest();
  return {
    issue({ kind, realmId, sessionId, secret: own }) {
      const body = Buffer.concat([idBytes(realmId), idBytes(sessionId), own]);
      return PREFIX[kind] + Buffer.concat([body, mac(kind, body)]).toString('base64url');
    },
    read(text) {
      const kind = text?.startsWith(PREFIX.access)
        ? 'access'
        : text?.startsWith(PREFIX.refresh)
          ? 'refresh'
          : undefined;
      if (!text || !kind) return undefined;
      const bytes = Buffer.from(text.slice(PREFIX[kind].length), 'base64url');
      if (bytes.length !== 2 * ID + SECRET + MAC) return undefined;
      const body = bytes.subarray(0, 2 * ID + SECRET);
      if (!timingSafeEqual(bytes.subarray(body.length), mac(kind, body))) return undefined;
      return {
        kind,
        realmId: idText(body.subarray(0, ID)),
        sessionId: idText(body.subarray(ID, 2 * ID)),
        secret: Buffer.from(body.subarray(2 * ID)),
      };
    },
    successors: (refresh) => ({ access: follow(refresh, 'access'), refresh: follow(refresh, 'refresh') }),
  };
};
