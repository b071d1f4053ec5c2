/**
 * A postal address as every part of ScanShip exchanges it. Names of the fields are the product's own
 * (product-spec section 3: address1, city, countryCode, zipcode, provinceCode, companyName).
 */
export interface Address {
  readonly name: string;
  readonly companyName?: string | undefined;
  readonly address1: string;
  readonly address2?: string | undefined;
  readonly city: string;
  /** ISO 3166-2 subdivision without the country prefix ("ON", "NY"); empty where a country has none. */
  readonly provinceCode: string;
  readonly zipcode: string;
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string;
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
  readonly residential?: boolean | undefined;
  /** EORI, IOSS, VAT, EIN, BN and the like, for customs; the most telling first (decision 0199). */
  readonly taxIds?:
    | readonly { readonly kind: string; readonly number: string; readonly countryCode?: string | undefined }[]
    | undefined;
}

export type AddressField =
  | 'name'
  | 'companyName'
  | 'address1'
  | 'address2'
  | 'city'
  | 'provinceCode'
  | 'zipcode'
  | 'countryCode'
  | 'phone'
  | 'email';
