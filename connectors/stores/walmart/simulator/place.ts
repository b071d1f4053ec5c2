/** The two markets as the simulator tells them apart. */
export interface SimMarket {
  readonly slug: string;
  readonly name: string;
  readonly currency: string;
  readonly mart: string;
  /** Headers every call must carry, in lower case, beside those of all markets. */
  readonly headers: Readonly<Record<string, string>>;
  /** Offers ship nodes and notifications. */
  readonly whole: boolean;
}

export const US_MARKET: SimMarket = {
  slug: 'walmart-us',
  name: 'Walmart US (TEST)',
  currency: 'USD',
  mart: 'WALMART_US',
  headers: {},
  whole: true,
};

export const CA_MARKET: SimMarket = {
  slug: 'walmart-ca',
  name: 'Walmart CA (TEST)',
  currency: 'CAD',
  mart: 'WALMART_CA',
  headers: { wm_market: 'ca', wm_global_version: '3.1' },
  whole: false,
};
