/** The countries Amazon Shipping works in, and what each is called in its API. Data only; sources in README.md. */

export interface ShippingPlace {
  /** Value of the header `x-amzn-shipping-business-id`. */
  readonly business: string;
  /** Amazon's own network, as it names it in rates and wants it for tracking. */
  readonly carrierId: string;
  readonly currency: string;
  /** Which of the Selling Partner API's three places answers. */
  readonly region: 'na' | 'eu';
}

export const PLACES: Readonly<Record<string, ShippingPlace>> = {
  US: { business: 'AmazonShipping_US', carrierId: 'AMZN_US', currency: 'USD', region: 'na' },
  GB: { business: 'AmazonShipping_UK', carrierId: 'AMZN_UK', currency: 'GBP', region: 'eu' },
  FR: { business: 'AmazonShipping_FR', carrierId: 'AMZN_FR', currency: 'EUR', region: 'eu' },
  IT: { business: 'AmazonShipping_IT', carrierId: 'AMZN_IT', currency: 'EUR', region: 'eu' },
  ES: { business: 'AmazonShipping_ES', carrierId: 'AMZN_ES', currency: 'EUR', region: 'eu' },
  IN: { business: 'AmazonShipping_IN', carrierId: 'ATS', currency: 'INR', region: 'eu' },
};
