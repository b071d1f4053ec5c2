/**
 * Double submit: the readable cookie XSRF-TOKEN must come back in the header X-XSRF-TOKEN. The value is signed, so that
 * a cookie planted from a sister host is worth nothing.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const XSRF_COOKIE = 'XSRF-TOKEN';
export const XSRF_HEADER = 'x-xsrf-token';
const LIFE_SECONDS = 30 * 24 * 3600;

export interface Xsrf {
  /** Sets the cookie where the browser has no good one yet. */
  ensure(request: FastifyRequest, reply: FastifyReply): void;
  /** Whether header and cookie agree and the token is ours. */
  holds(request: FastifyRequest): boolean;
}

export const createXsrf = (secret: string, alwaysSecure: boolean): Xsrf => {
  const sign = (nonce: string) => createHmac('sha256', secret).update(`xsrf ${nonce}`).digest('base64url');
  const ours = (token: string | undefined): token is string => {
    const [nonce, mac, ...rest] = token?.split('.') ?? [];
    if (!nonce || !mac || rest.length > 0) return false;
    const expected = Buffer.from(sign(nonce));
    const given = Buffer.from(mac);
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  return {
    ensure(request, reply) {
      if (ours(request.cookies[XSRF_COOKIE])) return;
      const nonce = randomBytes(16).toString('base64url');
      // Readable by the page on purpose; it is no secret of the session.
      reply.setCookie(XSRF_COOKIE, `${nonce}.${sign(nonce)}`, {
        path: '/',
        sameSite: 'lax',
        secure: alwaysSecure || request.protocol === 'https',
        maxAge: LIFE_SECONDS,
      });
    },
    holds(request) {
      const cookie = request.cookies[XSRF_COOKIE];
      return ours(cookie) && request.headers[XSRF_HEADER] === cookie;
    },
  };
};
