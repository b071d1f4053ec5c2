/**
 * Double submit: the readable cookie XSRF-TOKEN must come back in the header X-XSRF-TOKEN. The token is signed and names
 * the session it belongs to, so that one planted from a sister host, or taken over from before the sign-in, is worth
 * nothing: a call that shows a session is answered only with that session's token. It follows from the session, so all
 * tabs and all processes give the same one, and every sign-in brings another.
 *
 * Over TLS the cookie is set under a second name with the prefix `__Host-`, which no sister host can plant or hide
 * (RFC 6265bis 4.1.3.2) and which then counts alone; the plain name is for programs that know no other.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hostCookie } from './host-cookie.ts';

export const XSRF_COOKIE = 'XSRF-TOKEN';
export const XSRF_HEADER = 'x-xsrf-token';
const LIFE_SECONDS = 30 * 24 * 3600;

export interface Xsrf {
  /** The token of a session. */
  tokenOf(sessionId: string): string;
  /** Sets the cookie where the browser has no good one yet, or one of another session than it shows. */
  ensure(request: FastifyRequest, reply: FastifyReply): void;
  /** Sets the cookie of a session that this answer hands out. */
  give(request: FastifyRequest, reply: FastifyReply, sessionId: string): void;
  /** Whether header and cookie agree, and the token is ours and, where a session is shown, that session's. */
  holds(request: FastifyRequest): boolean;
}

const same = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** @param secure whether the browser came over TLS and keeps cookies for TLS only */
export const createXsrf = (secret: string, secure: (request: FastifyRequest) => boolean): Xsrf => {
  const mac = (text: string) => createHmac('sha256', secret).update(`xsrf ${text}`).digest('base64url');
  const signed = (nonce: string) => `${nonce}.${mac(nonce)}`;
  // "s~" marks a session's token; before the sign-in it is a plain nonce.
  const tokenOf = (sessionId: string) => signed(`s~${mac(`session ${sessionId}`).slice(0, 22)}`);
  const ours = (token: string | undefined): token is string => {
    const [nonce, given, ...rest] = token?.split('.') ?? [];
    return Boolean(nonce && given) && rest.length === 0 && same(given ?? '', mac(nonce ?? ''));
  };
  const cookieOf = (request: FastifyRequest): string | undefined =>
    (secure(request) ? request.cookies[hostCookie(XSRF_COOKIE)] : undefined) ?? request.cookies[XSRF_COOKIE];
  // Every request asks twice, and two signatures are made for it.
  const made = new WeakMap<FastifyRequest, string>();
  const wanted = (request: FastifyRequest): string | undefined => {
    const session = request.state.token;
    if (!session) return undefined;
    const token = made.get(request) ?? tokenOf(session.sessionId);
    made.set(request, token);
    return token;
  };
  const set = (request: FastifyRequest, reply: FastifyReply, token: string): void => {
    const tls = secure(request);
    // Readable by the page on purpose; it is no secret of the session.
    for (const name of tls ? [hostCookie(XSRF_COOKIE), XSRF_COOKIE] : [XSRF_COOKIE])
      reply.setCookie(name, token, { path: '/', sameSite: 'lax', secure: tls, maxAge: LIFE_SECONDS });
  };
  return {
    tokenOf,
    ensure(request, reply) {
      const held = cookieOf(request);
      const due = wanted(request);
      if (due === undefined ? ours(held) : held !== undefined && same(held, due)) return;
      set(request, reply, due ?? signed(randomBytes(16).toString('base64url')));
    },
    give: (request, reply, sessionId) => set(request, reply, tokenOf(sessionId)),
    holds(request) {
      const cookie = cookieOf(request);
      const header = request.headers[XSRF_HEADER];
      if (typeof header !== 'string' || cookie === undefined || !same(header, cookie)) return false;
      const due = wanted(request);
      return due === undefined ? ours(cookie) : same(cookie, due);
    },
  };
};
