/**
 * Keeps outgoing calls away from our own network: private, loopback, link-local, shared (CGNAT), translated (NAT64, 6to4,
 * Teredo) and reserved targets are refused at the moment of connecting, on the very addresses the connection would use, so
 * neither a redirect nor a name that changes its answer (DNS rebinding) gets around it.
 */
import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector, type Dispatcher } from 'undici';

export class OutboundRefused extends Error {
  readonly code = 'OUTBOUND_REFUSED';
}

/** True only for ordinary unicast addresses of the public internet. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%[^]*$/, '');
  if (!ipaddr.isValid(bare)) return false;
  const parsed = ipaddr.process(bare);
  if (parsed.range() !== 'unicast') return false;
  if (parsed.kind() === 'ipv4') return true;
  // Global unicast is 2000::/3; this leaves out the IPv4-compatible ::a.b.c.d that no range list names.
  return parsed.toByteArray()[0] !== undefined && (parsed.toByteArray()[0] ?? 0) >> 5 === 1;
}

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;
export type Lookup = (
  host: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface OutboundGuardOptions {
  /**
   * Exact `host:port` pairs on loopback that may be called all the same: our simulators. Asked at each connection, because
   * simulators start lazily. Production must not pass it; `allowLoopback` says so in one word.
   */
  readonly allowLoopback?: ((hostAndPort: string) => boolean) | undefined;
  /** Ports that may be called; 80 and 443 when absent, `any` for addresses a tenant may type with a port. */
  readonly ports?: readonly number[] | 'any' | undefined;
  readonly connectTimeoutMs?: number | undefined;
  /** Replaceable for tests of rebinding; the system's resolver when absent. */
  readonly lookup?: Lookup | undefined;
  /** Open connections per host. */
  readonly connections?: number | undefined;
}

/**
 * A dispatcher for `createHttpClient`. Certificates are always verified. Every name is looked up once per connection and the
 * connection uses exactly the addresses that were checked; one bad address among them refuses the whole name.
 */
export function createOutboundDispatcher(options: OutboundGuardOptions = {}): Dispatcher {
  const look: Lookup =
    options.lookup ?? ((host, lookupOptions, callback) => systemLookup(host, lookupOptions, callback));
  const timeout = options.connectTimeoutMs ?? 10_000;
  const checkedLookup = (host: string, wanted: LookupOptions, callback: LookupCallback): void => {
    look(host, { ...wanted, all: true, verbatim: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const bad = addresses.find((a) => !isPublicAddress(a.address));
      if (bad || addresses.length === 0)
        return callback(
          new OutboundRefused(`${host} leads to ${bad?.address ?? 'no address'}, which is not public`),
          [],
        );
      const [first] = addresses;
      if (wanted.all === true || first === undefined) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
  const connectPublic = buildConnector({ lookup: checkedLookup, timeout });
  const connectLoopback = buildConnector({ timeout });
  const ports = options.ports ?? [80, 443];
  return new Agent({
    connections: options.connections ?? 64,
    pipelining: 1,
    connect(target, callback) {
      const host = target.hostname.replace(/^\[|\]$/g, '');
      const port = target.port === '' ? (target.protocol === 'https:' ? 443 : 80) : Number(target.port);
      const allowed = host === '127.0.0.1' || host === '::1' || host === 'localhost';
      if (allowed && options.allowLoopback?.(`${host}:${port}`) === true) return connectLoopback(target, callback);
      if (isIP(host) !== 0 && !isPublicAddress(host))
        return callback(new OutboundRefused(`${host} is not a public address`), null);
      if (ports !== 'any' && !ports.includes(port))
        return callback(new OutboundRefused(`port ${port} may not be called`), null);
      connectPublic(target, callback);
    },
  });
}
