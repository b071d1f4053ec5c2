/** Telephone numbers in the three parts the service wants: country, area, and the rest. Pure. */
import type { XmlTree } from '@scanship/connector-kit/xml/xml';

/** Two-digit country codes of ITU-T E.164 (list of assigned codes); 1 and 7 stand alone, all others have three digits. */
const TWO_DIGITS =
  '20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98';

const northAmerican = (digits: string, extension: string | undefined): XmlTree => ({
  CountryCode: '1',
  AreaCode: digits.slice(0, 3),
  Phone: digits.slice(3),
  Extension: extension,
});

/** @returns undefined for what is not a telephone number */
export function phoneParts(phone: string | undefined): XmlTree | undefined {
  const text = (phone ?? '').trim();
  const [number = '', extension] = text.split(/ext\.?|x|poste|#/i).map((part) => part.trim());
  const ext = /^\d{1,6}$/.test(extension ?? '') ? extension : undefined;
  const digits = number.replace(/\D/g, '');
  const abroad = /^\s*(\+|00|011)/.test(number);
  if (!abroad && digits.length === 10) return northAmerican(digits, ext);
  const international = digits.replace(/^(011|00)/, '');
  if (international.length === 11 && international.startsWith('1')) return northAmerican(international.slice(1), ext);
  if (!abroad || international.length < 7 || international.length > 15) return undefined;
  const length = /^[17]/.test(international) ? 1 : TWO_DIGITS.split(' ').includes(international.slice(0, 2)) ? 2 : 3;
  const rest = international.slice(length);
  return {
    CountryCode: international.slice(0, length),
    AreaCode: rest.slice(0, 3),
    Phone: rest.slice(3),
    Extension: ext,
  };
}

/** Stands for no number where only a price is asked: the contract wants the element. */
export const NO_PHONE: XmlTree = { CountryCode: '0', AreaCode: '0', Phone: '0' };
