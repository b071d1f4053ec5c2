/** What the own cases have in common: sign-in, addresses, a parcel. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';

export const signIn: OwnExchange = {
  request: {
    method: 'POST',
    path: '/security/v1/oauth/token',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      // ups-alpha-client:ups-alpha-secret
      authorization: 'Basic dXBzLWFscGhhLWNsaWVudDp1cHMtYWxwaGEtc2VjcmV0',
      'x-merchant-id': 'A1B2C3',
    },
    body: 'grant_type=client_credentials',
  },
  answer: {
    status: 200,
    body: { token_type: 'Bearer', access_token: 'own.case-token', expires_in: '14399', status: 'approved' },
  },
};
export const signed = { authorization: 'Bearer own.case-token', transactionsrc: 'shipping' };
export const charge = { BillShipper: { AccountNumber: 'A1B2C3' } };

export const toronto = {
  AddressLine: ['10 Sender Road'],
  City: 'Toronto',
  StateProvinceCode: 'ON',
  PostalCode: 'M5V2T6',
  CountryCode: 'CA',
};
export const vancouver = {
  AddressLine: ['20 Receiver Avenue'],
  City: 'Vancouver',
  StateProvinceCode: 'BC',
  PostalCode: 'V6B1A1',
  CountryCode: 'CA',
  ResidentialAddressIndicator: '',
};
export const buffalo = {
  AddressLine: ['1 Test Street'],
  City: 'Buffalo',
  StateProvinceCode: 'NY',
  PostalCode: '14201',
  CountryCode: 'US',
};
export const kilograms = { Code: 'KGS', Description: 'Kilograms' };
export const parcel = {
  Dimensions: {
    UnitOfMeasurement: { Code: 'CM', Description: 'Centimeters' },
    Length: '30',
    Width: '20',
    Height: '10',
  },
  // 1.25 kg is billed as 1.3: up to the next tenth.
  PackageWeight: { UnitOfMeasurement: kilograms, Weight: '1.3' },
};

export const cad = (MonetaryValue: string): { CurrencyCode: string; MonetaryValue: string } => ({
  CurrencyCode: 'CAD',
  MonetaryValue,
});
export const minor = (amount: number): { minor: number; currency: string } => ({ minor: amount, currency: 'CAD' });
