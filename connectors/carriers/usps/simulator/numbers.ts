/** USPS numbers: 92 (or 93), service type, mailer ID, serial, mod 10; S10 for parcels abroad. */
import { randomInt } from 'node:crypto';
import { hasMod10CheckDigit, isS10, mod10CheckDigit, s10CheckDigit } from '@scanship/domain/tracking/tracking-numbers';

const SERVICE_TYPES: Readonly<Record<string, string>> = {
  USPS_GROUND_ADVANTAGE: '001',
  PRIORITY_MAIL: '055',
  PRIORITY_MAIL_EXPRESS: '701',
  MEDIA_MAIL: '001',
};
const PREFIXES: Readonly<Record<string, string>> = {
  'FIRST-CLASS_PACKAGE_INTERNATIONAL_SERVICE': 'LZ',
  PRIORITY_MAIL_INTERNATIONAL: 'CX',
  PRIORITY_MAIL_EXPRESS_INTERNATIONAL: 'EZ',
};

const random = (digits: number): string => Array.from({ length: digits }, () => String(randomInt(10))).join('');

export function domesticNumber(mid: string, mailClass: string): string {
  const body = `${mid.length === 9 ? '92' : '93'}${SERVICE_TYPES[mailClass] ?? '612'}${mid}`;
  const serial = body + random(21 - body.length);
  return serial + String(mod10CheckDigit(serial));
}

export function internationalNumber(mailClass: string): string {
  const serial = random(8);
  return `${PREFIXES[mailClass] ?? 'CX'}${serial}${s10CheckDigit(serial)}US`;
}

export const isTrackingNumber = (text: string): boolean =>
  isS10(text) || (/^\d{20,34}$/.test(text) && hasMod10CheckDigit(text));
