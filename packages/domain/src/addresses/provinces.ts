/**
 * Provinces, states and prefectures by country: ISO 3166-2 (from `iso-3166`) at the level that postal addresses use.
 * About 350 kB of data: for the server; the web app asks `/master/countries/{code}/provinces`.
 */
import { iso31662 } from 'iso-3166';

export interface Province {
  /** ISO 3166-2 code without the country ("ON", "QC", "13" for Tokyo). */
  readonly code: string;
  readonly name: string;
  /** French name where it differs and is official (Canada). */
  readonly nameFr?: string | undefined;
}

/** Countries whose addresses name the second level (Italian and Spanish provinces, Irish counties), not the regions. */
const SECOND_LEVEL: ReadonlySet<string> = new Set(['ES', 'IE', 'IT']);

/** Regions of those countries that have no province of their own code and are written in addresses (Ceuta, Melilla). */
const parents = new Set(iso31662.map((entry) => entry.parent));

/** Military mail, states of their own in US addresses (USPS Publication 28, section 225); ISO does not list them. */
const US_MILITARY: readonly Province[] = [
  { code: 'AA', name: 'Armed Forces Americas' },
  { code: 'AE', name: 'Armed Forces Europe' },
  { code: 'AP', name: 'Armed Forces Pacific' },
];

/** Aosta keeps its sign in Italian addresses, though ISO lists only the region (IT-23). */
const AOSTA: Province = { code: 'AO', name: 'Aosta' };

/** Official French names where they differ from the English ones (Canada Post addressing guidelines). */
const CANADA_FR: Readonly<Record<string, string>> = {
  BC: 'Colombie-Britannique',
  NB: 'Nouveau-Brunswick',
  NL: 'Terre-Neuve-et-Labrador',
  NS: 'Nouvelle-Écosse',
  NT: 'Territoires du Nord-Ouest',
  PE: 'Île-du-Prince-Édouard',
  QC: 'Québec',
};

/** Everything of ISO 3166-2 by country, every level: what is accepted, wider than what is offered. */
const allCodes = new Map<string, Set<string>>();
const offered = new Map<string, Province[]>();

for (const entry of iso31662) {
  const country = entry.code.slice(0, 2);
  const code = entry.code.slice(3);
  const known = allCodes.get(country) ?? new Set();
  allCodes.set(country, known.add(code));
  const firstLevel = entry.parent === country;
  if (SECOND_LEVEL.has(country) ? firstLevel && parents.has(entry.code) : !firstLevel) continue;
  if (entry.code === 'IT-23') continue;
  const list = offered.get(country) ?? [];
  list.push({ code, name: entry.name, ...(country === 'CA' && CANADA_FR[code] && { nameFr: CANADA_FR[code] }) });
  offered.set(country, list);
}
for (const [country, extra] of [
  ['US', US_MILITARY],
  ['IT', [AOSTA]],
] as const) {
  offered.get(country)?.push(...extra);
  for (const { code } of extra) allCodes.get(country)?.add(code);
}
for (const list of offered.values()) list.sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** Provinces of a country by name, for a select box; empty where ISO lists none or the country does not exist. */
export const provincesOf = (countryCode: string): readonly Province[] => offered.get(countryCode) ?? [];

/** True for any ISO 3166-2 subdivision of the country, regions included. */
export const isProvinceOf = (countryCode: string, provinceCode: string): boolean =>
  allCodes.get(countryCode)?.has(provinceCode) ?? false;

/** Letters only, without accents: "Québec" and "QUEBEC" are one. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/**
 * The code for what a file or a person wrote: "ON", "CA-ON", "Ontario", "québec". Undefined when nothing fits.
 */
export function findProvince(countryCode: string, text: string): string | undefined {
  const upper = text.trim().toUpperCase();
  const bare = upper.startsWith(`${countryCode}-`) ? upper.slice(countryCode.length + 1) : upper;
  if (isProvinceOf(countryCode, bare)) return bare;
  const wanted = plain(text);
  if (wanted === '') return undefined;
  return provincesOf(countryCode).find(
    (p) => plain(p.name) === wanted || (p.nameFr !== undefined && plain(p.nameFr) === wanted),
  )?.code;
}
