/** First lines of Canadian addresses taken apart as Canada Post's file has them. Pure. */

/** Street types as they are written and as the file abbreviates them (Canada Post, Addressing Guidelines, 2023). */
const TYPES: Readonly<Record<string, string>> = {
  STREET: 'ST',
  ST: 'ST',
  AVENUE: 'AVE',
  AVE: 'AVE',
  AV: 'AVE',
  ROAD: 'RD',
  RD: 'RD',
  DRIVE: 'DR',
  DR: 'DR',
  BOULEVARD: 'BLVD',
  BLVD: 'BLVD',
  BOUL: 'BLVD',
  CRESCENT: 'CRES',
  CRES: 'CRES',
  COURT: 'CRT',
  CRT: 'CRT',
  CT: 'CRT',
  LANE: 'LANE',
  LN: 'LANE',
  PLACE: 'PL',
  PL: 'PL',
  WAY: 'WAY',
  TERRACE: 'TERR',
  TERR: 'TERR',
  TRAIL: 'TRAIL',
  PARKWAY: 'PKY',
  PKY: 'PKY',
  PKWY: 'PKY',
  SQUARE: 'SQ',
  SQ: 'SQ',
  CIRCLE: 'CIR',
  CIR: 'CIR',
  HIGHWAY: 'HWY',
  HWY: 'HWY',
  GATE: 'GATE',
  GROVE: 'GROVE',
  HILL: 'HILL',
  RUE: 'RUE',
  CHEMIN: 'CH',
  CH: 'CH',
  RANG: 'RANG',
  ROUTE: 'RTE',
  RTE: 'RTE',
};
const DIRECTIONS: Readonly<Record<string, string>> = {
  NORTH: 'N',
  N: 'N',
  SOUTH: 'S',
  S: 'S',
  EAST: 'E',
  E: 'E',
  WEST: 'W',
  W: 'W',
  NW: 'NW',
  NE: 'NE',
  SW: 'SW',
  SE: 'SE',
  NORD: 'N',
  SUD: 'S',
  EST: 'E',
  OUEST: 'W',
  O: 'W',
  NO: 'NW',
  SO: 'SW',
};
const of = (table: Readonly<Record<string, string>>, word: string | undefined): string | undefined =>
  word !== undefined && Object.hasOwn(table, word) ? table[word] : undefined;

export interface Street {
  readonly number: string;
  readonly name: string;
  /** Abbreviated; empty where there is none. */
  readonly type: string;
  readonly direction: string;
}

/** Capital letters without accents, points and commas. */
export const plainWords = (text: string): readonly string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[.,]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');

/** "10-565 Sherbourne Street E" and "565, rue Sherbourne Est" alike: number, name, type, direction. */
export function takeApart(line: string): Street {
  const words = [...plainWords(line)];
  const first = /^(?:[0-9A-Z]+-)?(\d+[A-Z]?)$/.exec(words[0] ?? '');
  const number = first?.[1] ?? '';
  if (first) words.shift();
  const direction = words.length > 1 ? (of(DIRECTIONS, words.at(-1)) ?? '') : '';
  if (direction !== '') words.pop();
  const before = words.length > 1 ? of(TYPES, words[0]) : undefined;
  const behind = words.length > 1 ? of(TYPES, words.at(-1)) : undefined;
  // French puts the type first. "St" in front is a saint, not a street.
  const leads =
    before !== undefined && (behind === undefined || before === 'RUE' || before === 'CH') && words[0] !== 'ST';
  if (leads) words.shift();
  else if (behind !== undefined) words.pop();
  return { number, name: words.join(' '), type: leads ? before : (behind ?? ''), direction };
}
