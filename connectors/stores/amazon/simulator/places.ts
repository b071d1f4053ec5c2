import type { Place } from './model.ts';

export const CANADA: Place = {
  slug: 'amazon-ca',
  marketplaceId: 'A2EUQ1WTGCTBG2',
  marketplaceName: 'Amazon.ca',
  domain: 'www.amazon.ca',
  country: 'CA',
  currency: 'CAD',
  language: 'en_CA',
};

export const UNITED_STATES: Place = {
  slug: 'amazon-us',
  marketplaceId: 'ATVPDKIKX0DER',
  marketplaceName: 'Amazon.com',
  domain: 'www.amazon.com',
  country: 'US',
  currency: 'USD',
  language: 'en_US',
};
