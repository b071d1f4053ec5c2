/** Our own reference of a purchase at the carrier. */
import { randomBytes } from 'node:crypto';

/** Crockford's base 32: no I, L, O or U, so it can be read out and typed. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * 16 characters, 80 random bits: short and plain enough for the reference field of every carrier in the survey.
 * Unique per tenant by index; two equal ones in 10^9 purchases have a chance below 10^-6.
 */
export function newCarrierReference(): string {
  let reference = '';
  for (const byte of randomBytes(16)) reference += ALPHABET.charAt(byte & 31);
  return reference;
}
