/** Parts that own cases share, written by hand from DHL's documents. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';

export const REFERENCE = 'S000000000000001';
export const UUID = '6f1c2f1e-0000-4000-8000-000000000001';
export const NUMBER = '00340434161094015902';
export const PDF = Buffer.from('%PDF-1.4 own').toString('base64');
/** Bytes of the text above. */
/** The beginning of a PNG. */
export const CODE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]).toString('base64');
export const CODE_BYTES = 'bytes:6';
export const PDF_BYTES = 'bytes:12';

const JSON_TYPE = { 'content-type': 'application/json' };

export const signIn: OwnExchange = {
  request: {
    method: 'POST',
    path: '/parcel/de/account/auth/ropc/v1/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=password&username=alpha-shop&password=alpha-Pa%26s%21word&client_id=dhlde-alpha-key&client_secret=dhlde-alpha-secret',
  },
  answer: { status: 200, headers: JSON_TYPE, body: { access_token: 't0k3n', token_type: 'Bearer', expires_in: 1799 } },
};

export const call = (
  method: string,
  path: string,
  answer: unknown,
  more: Pick<OwnExchange['request'], 'body' | 'query'> = {},
  status = 200,
): OwnExchange => ({
  request: {
    method,
    path: `/parcel/de${path}`,
    ...more,
    headers: { authorization: 'Bearer t0k3n', 'accept-language': 'en-US' },
  },
  answer: { status, headers: JSON_TYPE, body: answer },
});

export const OK = { title: 'OK', statusCode: 200, status: 200 };

export const SHIPPER = {
  name1: 'Test Shop GmbH',
  name2: 'Test Sender',
  addressStreet: 'Absenderstraße 10',
  postalCode: '10115',
  city: 'Berlin',
  country: 'DEU',
  email: 'shop@example.com',
};
export const CONSIGNEE = {
  name1: 'Test Receiver',
  addressStreet: 'Empfängerweg 20a',
  postalCode: '53113',
  city: 'Bonn',
  country: 'DEU',
};
const DIM = { uom: 'mm', height: 100, length: 300, width: 200 };

/** One order as it is sent. */
export const orderBody = (more: Readonly<Record<string, unknown>>): unknown => ({
  profile: 'STANDARD_GRUPPENPROFIL',
  shipments: [
    {
      product: 'V01PAK',
      billingNumber: '33333333330101',
      refNo: `ORDER-1 ${REFERENCE}`,
      shipDate: '2026-11-23',
      shipper: SHIPPER,
      consignee: CONSIGNEE,
      details: { dim: DIM, weight: { uom: 'g', value: 900 } },
      ...more,
    },
  ],
});

export const LABELS = { includeDocs: 'include', docFormat: 'PDF', printFormat: '910-300-400' };
