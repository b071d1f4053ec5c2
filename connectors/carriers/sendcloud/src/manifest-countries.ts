/** Where parcels sold by Sendcloud start: the European Union and the United Kingdom. ISO 3166-1 alpha-2. */
export const ORIGINS: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');
