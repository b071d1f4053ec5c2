/** How cookies of ours are set: for this site only and never readable by its scripts. */
import type { FastifyReply } from 'fastify';
import type { SetCookie } from './handler.ts';
import { hostCookie } from './host-cookie.ts';

/** @param tls whether the browser came over TLS */
export const setCookie = (reply: FastifyReply, cookie: SetCookie, tls: boolean): void =>
  void reply.setCookie(tls ? hostCookie(cookie.name) : cookie.name, cookie.value, {
    path: tls ? '/' : (cookie.path ?? '/api'),
    httpOnly: true,
    sameSite: 'lax',
    secure: tls,
    maxAge: cookie.maxAgeSeconds,
  });
