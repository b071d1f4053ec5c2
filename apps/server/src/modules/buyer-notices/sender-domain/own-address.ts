/** An address that a seller types as its own sender: read strictly, and refused where its domain cannot be the seller's. */
import { readDomain } from '../../tenants/index.ts';

export interface OwnAddress {
  /** With the domain as the name system knows it. */
  readonly address: string;
  readonly domain: string;
}

export type ReadAddress =
  | { readonly ok: true; readonly value: OwnAddress }
  | { readonly ok: false; readonly message: string };

const MOST_LOCAL = 64;
const LOCAL = /^[a-z0-9._+-]+$/i;

/** Where everybody has an address and nobody a domain. */
const SHARED = new Set([
  'gmail.com',
  'googlemail.com',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'yahoo.com',
  'yahoo.ca',
  'icloud.com',
  'me.com',
  'aol.com',
  'videotron.ca',
  'bell.net',
]);

export function readOwnAddress(typed: string): ReadAddress {
  const at = typed.lastIndexOf('@');
  const [local, domain] = [typed.slice(0, Math.max(0, at)), readDomain(typed.slice(at + 1))];
  if (at < 0 || domain === undefined)
    return { ok: false, message: 'This is not an e-mail address of a domain. Example: news@shop.example.com' };
  const dots = local.startsWith('.') || local.endsWith('.') || local.includes('..');
  if (local.length > MOST_LOCAL || dots || !LOCAL.test(local))
    return {
      ok: false,
      message: 'Before the @ stand letters, digits, dots, hyphens, underscores and plus signs only.',
    };
  if (SHARED.has(domain))
    return { ok: false, message: `Everybody may have an address at ${domain}. Enter one of a domain of your own.` };
  return { ok: true, value: { address: `${local}@${domain}`, domain } };
}
