/**
 * The one way a host is read, wherever it comes from: the Host header, a page's `host=` parameter, an origin of ours that
 * travelled. What this does not read is no host; nothing is repaired. What it reads, every browser reads the same way.
 */

/** A host as somebody named it. It proves nothing: only `SiteOrigins` makes an address of it. */
export interface NamedHost {
  /** Lower case, without a final dot and without brackets. */
  readonly host: string;
  /** Undefined: the usual one of the scheme. */
  readonly port: number | undefined;
}

/** Scheme, host and port as a request names them. Not a text on purpose, so that it ends up in no address unproved. */
export interface ClaimedOrigin extends NamedHost {
  readonly scheme: 'http' | 'https';
}

const MOST_CHARACTERS = 261;
const NAME = /^([a-z0-9-]+(?:\.[a-z0-9-]+)*)\.?(?::(\d{1,5}))?$/;
const ADDRESS_6 = /^\[([0-9a-f:]{2,39})\](?::(\d{1,5}))?$/;

/** `[a-z0-9.-]+(:port)?`, or an IPv6 address in brackets. Undefined for everything else. */
export const parseHost = (text: string): NamedHost | undefined => {
  if (text.length > MOST_CHARACTERS) return undefined;
  const lower = text.toLowerCase();
  const [, name, namePort] = NAME.exec(lower) ?? [];
  const [, address, addressPort] = name === undefined ? (ADDRESS_6.exec(lower) ?? []) : [];
  const host = name ?? address;
  const given = namePort ?? addressPort;
  const port = given === undefined ? undefined : Number(given);
  if (host === undefined || (port !== undefined && (port === 0 || port > 65_535))) return undefined;
  // "127.1" and "0x7f.1" are other hosts to a browser, some names with "xn--" none at all.
  if (name !== undefined && !(URL.canParse(`http://${name}/`) && new URL(`http://${name}/`).hostname === name))
    return undefined;
  return { host, port };
};

/** What a request says of where it came to; undefined where that is no host. */
export const claimOf = (scheme: string, host: string): ClaimedOrigin | undefined => {
  const named = parseHost(host);
  const known = scheme === 'https' ? 'https' : 'http';
  const usual = known === 'https' ? 443 : 80;
  return named && { scheme: known, host: named.host, port: named.port === usual ? undefined : named.port };
};

/** Reads "https://ship.example:8443"; undefined for anything with more or less in it. */
export const parseOrigin = (text: string): ClaimedOrigin | undefined => {
  const [, scheme, host] = /^(https?):\/\/([^/]*)$/.exec(text) ?? [];
  return scheme === undefined || host === undefined ? undefined : claimOf(scheme, host);
};
