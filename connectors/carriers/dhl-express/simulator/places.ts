/** Cities the simulator delivers to, with the start of their postal codes. */
import { jsonAnswer, type SimRoute } from '@scanship/simulator-kit/simulator';
import { accountOf } from './access.ts';
import { acceptQuery, addressQuery } from './contract.ts';

const CITIES: readonly (readonly [string, string, string])[] = [
  ['CA', 'TORONTO', 'M5V'],
  ['CA', 'VANCOUVER', 'V6B'],
  ['CA', 'MONTREAL', 'H2X'],
  ['CA', 'OTTAWA', 'K1P'],
  ['US', 'BUFFALO', '14201'],
  ['US', 'NEW YORK', '10007'],
  ['GB', 'LONDON', 'SW1A'],
  ['DE', 'BERLIN', '10115'],
  ['FR', 'PARIS', '75001'],
];

const bare = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();

export const validate: SimRoute['handle'] = (request, sim) => {
  accountOf(request, sim);
  const asked = acceptQuery(addressQuery, request);
  const zip = bare(asked.postalCode ?? '');
  const city = bare(asked.cityName ?? '');
  const own = CITIES.filter(([country]) => country === asked.countryCode);
  const near = own.filter(([, name, code]) => zip.startsWith(code) || bare(name) === city);
  const found =
    asked.strictValidation === 'false'
      ? near
      : near.filter(([, name, code]) => zip.startsWith(code) && bare(name) === city);
  return jsonAnswer(200, {
    warnings: [],
    address: found.map(([countryCode, cityName, code]) => ({
      countryCode,
      postalCode: zip.startsWith(code) ? (asked.postalCode ?? code) : code,
      cityName,
      serviceArea: { code: cityName.slice(0, 3), description: `${cityName}-${countryCode}` },
    })),
  });
};
