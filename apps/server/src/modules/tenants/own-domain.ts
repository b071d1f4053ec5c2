/** Domains and hosts that somebody says are theirs: read strictly, and refused where they are this platform's. */
import { domainToASCII, domainToUnicode } from 'node:url';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../platform/database/database.ts';
import { parseOrigin } from '../../platform/http/named-host.ts';

/** The records that prove a domain have longer names than it. */
const MOST_DOMAIN = 220;
/** Everything that a reader of domains would take as more than a name, or repair. */
const NO_DOMAIN = /[\s%/\\:?#@*_[\]]/u;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The domain as the name system knows it; undefined for what is none. One final dot is the same domain. */
export function readDomain(typed: string): string | undefined {
  const text = typed.endsWith('.') ? typed.slice(0, -1) : typed;
  if (text === '' || text.length > MOST_DOMAIN || NO_DOMAIN.test(text)) return undefined;
  const domain = domainToASCII(text).toLowerCase();
  const labels = domain.split('.');
  if (domain.length > MOST_DOMAIN || labels.length < 2 || !labels.every((label) => LABEL.test(label))) return undefined;
  // An IPv4 address, however it is written, ends in digits; a name does not.
  if (!/[a-z]/.test(labels.at(-1) ?? '')) return undefined;
  // What begins with xn-- without being a name in other letters is read differently by every program.
  return domainToASCII(domainToUnicode(domain)) === domain ? domain : undefined;
}

/** "a.b.example", "b.example", "example" */
const upwards = (domain: string): readonly string[] =>
  domain.split('.').map((_label, at, labels) => labels.slice(at).join('.'));

/** Whether the domain is, or lies below, one of the installation's own or of a franchise's hosts. */
export async function isOurs(
  { db, config }: { readonly db: Database; readonly config: Config },
  domain: string,
): Promise<boolean> {
  const names = upwards(domain);
  const own = [
    config.mailFrom.address.split('@')[1]?.toLowerCase(),
    config.publicOrigin === undefined ? undefined : parseOrigin(config.publicOrigin)?.host,
    config.stageHost,
  ];
  if (own.some((name) => name !== undefined && names.includes(name))) return true;
  const host = await db.reference((tx) =>
    tx.selectFrom('hosts').select('host').where('host', 'in', names).limit(1).executeTakeFirst(),
  );
  return host !== undefined;
}
