/** UPS numbers: "1Z", account, service, seven digits of the package, check digit (mod 10 over the fifteen in between). */
import { randomInt } from 'node:crypto';
import { upsCheckDigit } from '@scanship/domain/tracking/tracking-numbers';

export function trackingNumber(account: string, service: string): string {
  const serial = `${account}${service}${String(randomInt(10 ** 7)).padStart(7, '0')}`;
  return `1Z${serial}${upsCheckDigit(serial)}`;
}

export const isTrackingNumber = (text: string): boolean =>
  /^1Z[0-9A-Z]{15}\d$/.test(text) && upsCheckDigit(text.slice(2, -1)) === Number(text.at(-1));
