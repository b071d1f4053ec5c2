/**
 * Names of cookies over TLS: with the prefix `__Host-` a browser takes the cookie only from this very host, for all paths,
 * and over TLS, so that no sister host can plant one (RFC 6265bis 4.1.3.2). Without TLS the prefix is not allowed.
 */
import type { FastifyRequest } from 'fastify';

export const hostCookie = (name: string): string => `__Host-${name}`;

/** Production answers over TLS only, even where the proxy does not say so. */
export const overTls =
  (production: boolean) =>
  (request: Pick<FastifyRequest, 'protocol'>): boolean =>
    production || request.protocol === 'https';

/**
 * Cookies by their plain names, as modules know them. The prefixed one counts first; a plain one set before there was a
 * prefix is good until it lapses.
 */
export function plainCookies(
  cookies: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const found: Record<string, string | undefined> = { ...cookies };
  for (const [name, value] of Object.entries(cookies))
    if (name.startsWith('__Host-')) found[name.slice('__Host-'.length)] = value;
  return found;
}
