/**
 * Binds a consent to the browser that began it. The browser gets a random cookie no script can read; what travels through
 * the platform's pages carries only its hash. Whoever comes back without the cookie did not begin, and neither a return that
 * was sent to somebody else nor one that somebody else allowed leads anywhere (RFC 9700, section 4.7).
 */
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { SetCookie } from './handler.ts';
import { hostCookie } from './host-cookie.ts';
import { type ClaimedOrigin, parseOrigin } from './named-host.ts';
import { claimedBy } from './request-state.ts';

/** What a request says of the browser it comes from. */
export interface Browser {
  readonly origin: ClaimedOrigin | undefined;
  readonly cookies: Readonly<Record<string, string | undefined>>;
}

export interface ConsentBrowsers {
  /** The browser's mark, and the cookie that makes it this browser's from now on. */
  begin(browser: Browser): { readonly mark: string; readonly cookie: SetCookie };
  /** Undefined where no consent was begun. */
  markOf(browser: Browser): string | undefined;
}

/** Words of a refusal to send somebody away who could not come back. */
export const UNPROVED = {
  message: 'This address is not known to be of this site, so nobody could be sent back here.',
  advice: 'Open the site at its own address, or ask its operator to verify this host.',
};

/** A day: a person may register between consent and connecting. */
const LIFE_SECONDS = 24 * 3600;
const COOKIE = 'consent';
const VALUE = /^[\w-]{43}$/;

const hashOf = (value: string): string => createHash('sha256').update(`consent ${value}`).digest('base64url');

/** @param production the site answers over TLS only */
export const createConsentBrowsers = (production: boolean): ConsentBrowsers => {
  const valueOf = ({ origin, cookies }: Browser): string | undefined => {
    // Over TLS the prefixed name alone: a sister host could plant the plain one, and its own consent with it.
    const value = cookies[production || origin?.scheme === 'https' ? hostCookie(COOKIE) : COOKIE];
    return value !== undefined && VALUE.test(value) ? value : undefined;
  };
  return {
    begin(browser) {
      // One for all consents of a browser: two that run at once must not end each other.
      const value = valueOf(browser) ?? randomBytes(32).toString('base64url');
      return {
        mark: hashOf(value),
        cookie: { name: COOKIE, value, maxAgeSeconds: LIFE_SECONDS, path: '/' },
      };
    },
    markOf(browser) {
      const value = valueOf(browser);
      return value === undefined ? undefined : hashOf(value);
    },
  };
};

const browserOf = (request: FastifyRequest): Browser => ({
  origin: claimedBy(request),
  cookies: request.cookies,
});

/** A return to one of our neutral callbacks. */
export interface Arrival extends Browser {
  /** The query as it came, without "?". */
  readonly query: string;
  /** It was sent on from the neutral callback already. */
  readonly sentOn: boolean;
}

export const arrivalOf = (request: FastifyRequest, sentOn: boolean): Arrival => ({
  ...browserOf(request),
  query: request.url.split('?').slice(1).join('?'),
  sentOn,
});

export type Arrived =
  /** In the browser that began; `home` is the origin of its page, empty where that is proved no longer. */
  | { readonly kind: 'here'; readonly home: string }
  /** The one callback all platforms know stands on another host than the page that began; its cookie is there. */
  | { readonly kind: 'onward'; readonly location: string }
  | { readonly kind: 'stranger' };

/**
 * Whether a return is in the browser that began.
 * @param begun of the signed state; `origin` was proved then, and is proved anew here
 * @param path where the same return is taken up on the host that began
 */
export async function arrive(
  {
    browsers,
    hosts,
  }: {
    readonly browsers: ConsentBrowsers;
    /** The directory of hosts, as far as it is needed here. */
    readonly hosts: {
      readonly origins: { proved(siteId: string, claimed: ClaimedOrigin | undefined): Promise<string | undefined> };
    };
  },
  begun: { readonly siteId: string; readonly origin: string; readonly browser: string },
  arrival: Arrival,
  path: string,
): Promise<Arrived> {
  const home = (await hosts.origins.proved(begun.siteId, parseOrigin(begun.origin))) ?? '';
  if (browsers.markOf(arrival) === begun.browser) return { kind: 'here', home };
  const elsewhere = home !== '' && parseOrigin(home)?.host !== arrival.origin?.host;
  return elsewhere && !arrival.sentOn
    ? { kind: 'onward', location: `${home}${path}?${arrival.query}` }
    : { kind: 'stranger' };
}
