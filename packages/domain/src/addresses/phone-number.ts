/**
 * Telephone numbers as machines dial them (ITU-T E.164): "+" and at most fifteen digits. Read from what people type, with the country
 * of their address; what is not certain is no number, because a message to a stranger is worse than none.
 */

interface Plan {
  readonly code: string;
  /** What is dialled before a number at home and left out from abroad; "" where there is nothing. */
  readonly trunk: string;
  /** Digits without the trunk. */
  readonly least: number;
  readonly most: number;
}
const plan = (code: string, trunk: string, least: number, most = least): Plan => ({ code, trunk, least, most });

/** By ISO 3166-1 alpha-2, as the numbering plans say that countries file with the ITU. */
const PLANS: Readonly<Record<string, Plan>> = {
  AT: plan('43', '0', 7, 13),
  AU: plan('61', '0', 9),
  BE: plan('32', '0', 8, 9),
  BR: plan('55', '0', 10, 11),
  CH: plan('41', '0', 9),
  CN: plan('86', '0', 9, 11),
  CZ: plan('420', '', 9),
  DE: plan('49', '0', 7, 11),
  DK: plan('45', '', 8),
  ES: plan('34', '', 9),
  FI: plan('358', '0', 6, 11),
  FR: plan('33', '0', 9),
  GB: plan('44', '0', 9, 10),
  GR: plan('30', '', 10),
  HK: plan('852', '', 8),
  IE: plan('353', '0', 7, 9),
  IL: plan('972', '0', 8, 9),
  IN: plan('91', '0', 10),
  JP: plan('81', '0', 9, 10),
  KR: plan('82', '0', 8, 10),
  MX: plan('52', '', 10),
  NL: plan('31', '0', 9),
  NO: plan('47', '', 8),
  NZ: plan('64', '0', 8, 10),
  PL: plan('48', '', 9),
  PT: plan('351', '', 9),
  SE: plan('46', '0', 7, 9),
  SG: plan('65', '', 8),
};
/** Countries that share +1: area code and exchange begin with 2 to 9. */
const NORTH_AMERICA = new Set('US CA PR VI GU AS MP BS BB BM JM TT DO AG AI DM GD KN KY LC MS SX TC VC VG'.split(' '));
const NORTH_AMERICAN = /^1?([2-9]\d{2}[2-9]\d{6})$/;
const EXTENSION = /(?:ext\.?|extension|poste|x|#)\s*\d{1,6}$/i;

/** @returns undefined for what is no number, or may be another's */
export function toE164(typed: string, countryCode: string): string | undefined {
  const text = typed.trim().slice(0, 40).replace(EXTENSION, '').trim();
  if (!/^[+(]?[\d\s().\-/]+$/.test(text.replace(/^\(\+/, '+'))) return undefined;
  const country = countryCode.toUpperCase();
  const digits = text.replaceAll(/\(0\)|\D/g, '');
  const abroad = NORTH_AMERICA.has(country) ? '011' : '00';
  const international = /^\(?\+/.test(text)
    ? digits
    : digits.startsWith(abroad)
      ? digits.slice(abroad.length)
      : undefined;
  if (international !== undefined) {
    if (international.startsWith('1')) return NORTH_AMERICAN.test(international) ? `+${international}` : undefined;
    return /^[2-9]\d{7,14}$/.test(international) ? `+${international}` : undefined;
  }
  if (NORTH_AMERICA.has(country)) {
    const number = NORTH_AMERICAN.exec(digits)?.[1];
    return number === undefined ? undefined : `+1${number}`;
  }
  const known = Object.hasOwn(PLANS, country) ? PLANS[country] : undefined;
  if (!known || !digits.startsWith(known.trunk)) return undefined;
  const number = digits.slice(known.trunk.length);
  return number.length >= known.least && number.length <= known.most && !number.startsWith('0')
    ? `+${known.code}${number}`
    : undefined;
}
