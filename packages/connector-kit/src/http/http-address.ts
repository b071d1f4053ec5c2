/** Where a call may go: below the base address, or to a host the manifest names. */
import { fail } from '../errors.ts';
import type { HttpRequest } from './http.ts';

/**
 * Tagged template for paths: every inserted value becomes one path segment, whatever a person typed into it.
 * @throws ConnectorError `invalid-input` for "." and "..", which would walk out of the path even when encoded.
 * @example path`/v1/tracking/${number}`
 */
export function path(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return parts.reduce((whole, part, index) => {
    const value = String(values[index - 1] ?? '');
    if (value === '' || value === '.' || value === '..')
      throw fail('invalid-input', `"${value}" cannot be part of an address at the carrier.`);
    return whole + encodeURIComponent(value) + part;
  });
}

export interface AddressRules {
  readonly vendor: string;
  readonly base: URL;
  /** Host names (with port, where not 443) that may be called over https beside the base's own. */
  readonly hosts: readonly string[];
}

/** @throws ConnectorError `vendor-broken` when a link leads to a host that is not the vendor's. */
export function resolveAddress(rules: AddressRules, request: Pick<HttpRequest, 'path' | 'query'>): URL {
  const absolute = /^[a-z][a-z0-9+.-]*:/i.test(request.path);
  if (!absolute && !request.path.startsWith('/'))
    throw new RangeError(`path "${request.path}" must start with a slash`);
  let url: URL;
  try {
    url = new URL(absolute ? request.path : rules.base.origin + rules.base.pathname.replace(/\/$/, '') + request.path);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw fail('vendor-broken', `${rules.vendor} gave a link that is not an address.`);
  }
  const own = url.origin === rules.base.origin;
  const listed = url.protocol === 'https:' && rules.hosts.includes(url.host);
  if (!own && !listed)
    throw fail(
      'vendor-broken',
      `${rules.vendor} gave a link to ${url.host}, which is not one of its hosts; it was not followed.`,
    );
  url.hash = '';
  for (const [name, value] of Object.entries(request.query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}
