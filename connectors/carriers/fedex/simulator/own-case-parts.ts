/** What the own cases have in common: sign-in, addresses, a parcel. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';

export const signIn: OwnExchange = {
  request: {
    method: 'POST',
    path: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials&client_id=fedex-alpha-client&client_secret=fedex-alpha-secret',
  },
  answer: {
    status: 200,
    body: { access_token: 'own.case-token', token_type: 'bearer', expires_in: 3600, scope: 'CXS' },
  },
};
export const signed = { authorization: 'Bearer own.case-token', 'content-type': 'application/json' };
export const accountNumber = { value: '740561073' };

export const toronto = {
  city: 'Toronto',
  stateOrProvinceCode: 'ON',
  postalCode: 'M5V2T6',
  countryCode: 'CA',
};
export const vancouver = {
  city: 'Vancouver',
  stateOrProvinceCode: 'BC',
  postalCode: 'V6B1A1',
  countryCode: 'CA',
  residential: true,
};
export const buffalo = {
  city: 'Buffalo',
  stateOrProvinceCode: 'NY',
  postalCode: '14201',
  countryCode: 'US',
  residential: false,
};
export const parcel = {
  groupPackageCount: 1,
  // 1.25 kg is billed as 1.3: up to the next tenth.
  weight: { units: 'KG', value: 1.3 },
  dimensions: { length: 30, width: 20, height: 10, units: 'CM' },
};

export const cad = (amount: number): { minor: number; currency: string } => ({ minor: amount, currency: 'CAD' });
export const answered = (output: object): OwnExchange['answer'] => ({
  status: 200,
  body: { transactionId: '624deea6-b709-470c-8c39-4b5511281492', output },
});
/** Text and bytes as FedEx sends them. */
export const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64');
