/**
 * Names of the services by origin, as UPS itself writes them in its time-in-transit answers (recorded answers of 2024 and
 * 2025 from Canadian accounts) and in the Rating contract's list of codes.
 */

const EVERYWHERE: Readonly<Record<string, string>> = {
  '07': 'UPS Worldwide Express',
  '08': 'UPS Worldwide Expedited',
  '11': 'UPS Standard',
  '12': 'UPS 3 Day Select',
  '54': 'UPS Worldwide Express Plus',
  '65': 'UPS Worldwide Saver',
};

const FROM: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CA: {
    ...EVERYWHERE,
    '01': 'UPS Express',
    '02': 'UPS Expedited',
    '13': 'UPS Express Saver',
    '14': 'UPS Express Early',
  },
  US: {
    ...EVERYWHERE,
    '01': 'UPS Next Day Air',
    '02': 'UPS 2nd Day Air',
    '03': 'UPS Ground',
    '13': 'UPS Next Day Air Saver',
    '14': 'UPS Next Day Air Early',
    '59': 'UPS 2nd Day Air A.M.',
  },
};

/** The name UPS uses for a code on this way, or undefined for a service that is not sold here. */
export function serviceName(code: string, fromCountry: string, toCountry: string): string | undefined {
  if (code === '65' && fromCountry === 'CA' && toCountry === 'US') return 'UPS Express Saver';
  const names = Object.hasOwn(FROM, fromCountry) ? FROM[fromCountry] : undefined;
  return names !== undefined && Object.hasOwn(names, code) ? names[code] : undefined;
}
