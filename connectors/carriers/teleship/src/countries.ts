/** Where Teleship delivers and what it counts in, as the contract lists them. Data only. */
export const DESTINATIONS: ReadonlySet<string> = new Set(
  'US GB CA AU AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SI SK ES SE CH IS LI NO'.split(' '),
);

export const CURRENCIES: ReadonlySet<string> = new Set('GBP USD EUR CAD AUD BGN CZK DKK HUF PLN RON SEK'.split(' '));
