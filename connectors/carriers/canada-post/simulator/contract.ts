/** What the service accepts: exact media types, and every element of a request. */
import { authorizedReturn, pickupBooking, pickupChange, pickupQuestion, transmitSet } from './more-contract.ts';
import { SimRefusal, type SimRequest } from '@scanship/simulator-kit/simulator';
import { readXml } from '@scanship/simulator-kit/xml-message';
import {
  all,
  boolean,
  both,
  choice,
  date,
  decimal,
  exactlyOne,
  listOf,
  oneOf,
  onlyTrue,
  optional,
  pattern,
  refuse,
  required,
  text,
  wholeNumber,
  type Check,
} from './schema.ts';

export const TYPES = {
  rate: 'application/vnd.cpc.ship.rate-v4+xml',
  shipment: 'application/vnd.cpc.shipment-v8+xml',
  ncshipment: 'application/vnd.cpc.ncshipment-v4+xml',
  track: 'application/vnd.cpc.track-v2+xml',
  customer: 'application/vnd.cpc.customer+xml',
  manifest: 'application/vnd.cpc.manifest-v8+xml',
  authreturn: 'application/vnd.cpc.authreturn-v2+xml',
  pickup: 'application/vnd.cpc.pickup+xml',
  pickuprequest: 'application/vnd.cpc.pickuprequest+xml',
  registration: 'application/vnd.cpc.registration-v2+xml',
} as const;
export const NAMESPACES = {
  rate: 'http://www.canadapost.ca/ws/ship/rate-v4',
  shipment: 'http://www.canadapost.ca/ws/shipment-v8',
  ncshipment: 'http://www.canadapost.ca/ws/ncshipment-v4',
  track: 'http://www.canadapost.ca/ws/track',
  customer: 'http://www.canadapost.ca/ws/customer',
  manifest: 'http://www.canadapost.ca/ws/manifest-v8',
  authreturn: 'http://www.canadapost.ca/ws/authreturn-v2',
  pickup: 'http://www.canadapost.ca/ws/pickup/availability',
  pickuprequest: 'http://www.canadapost.ca/ws/pickuprequest',
  registration: 'http://www.canadapost.ca/ws/merchant/registration',
} as const;
export type Kind = keyof typeof TYPES;

const number = pattern(/^\d{1,10}$/);
const canadian = pattern(/^[A-Z]\d[A-Z]\d[A-Z]\d$/);
const country = pattern(/^[a-zA-Z]{2}$/);
const service = text(1, 32);
const amount = decimal(999_999.99, 2);
const centimetres = decimal(999.9, 1);
const dimensions = all({ length: required(centimetres), width: required(centimetres), height: required(centimetres) });

const rateRequest = all({
  'customer-number': optional(number),
  'contract-id': optional(number),
  'promo-code': optional(text(1, 10)),
  'quote-type': optional(oneOf('commercial', 'counter')),
  'expected-mailing-date': optional(date),
  options: optional(
    listOf('option', all({ 'option-code': required(text(1, 10)), 'option-amount': optional(amount) }), 20),
  ),
  'parcel-characteristics': required(
    all({
      weight: required(decimal(99.999, 3)),
      dimensions: optional(dimensions),
      unpackaged: optional(boolean),
      'mailing-tube': optional(boolean),
      oversized: optional(boolean),
    }),
  ),
  services: optional(listOf('service-code', service, 20)),
  'origin-postal-code': required(canadian),
  destination: required(
    choice({
      domestic: all({ 'postal-code': required(canadian) }),
      'united-states': all({ 'zip-code': required(pattern(/^\d{5}(-\d{4})?$/)) }),
      international: all({ 'country-code': required(country), 'postal-code': optional(text(1, 10)) }),
    }),
  ),
});

const line = text(1, 44);
const upTo = (most: number): Check => text(0, most);
const anyProvince = text(1, 20);

const senderAddress = (withCountry: boolean): Check =>
  all({
    'address-line-1': required(line),
    'address-line-2': optional(upTo(44)),
    city: required(text(1, 40)),
    'prov-state': required(withCountry ? anyProvince : text(1, 2)),
    ...(withCountry ? { 'country-code': required(country) } : {}),
    // Without contract the sender is always in Canada.
    'postal-zip-code': withCountry ? optional(text(1, 14)) : required(canadian),
  });

const receiverAddress = (lineNeeded: boolean): Check =>
  all({
    'address-line-1': lineNeeded ? required(line) : optional(line),
    'address-line-2': optional(upTo(44)),
    city: optional(text(1, 40)),
    'prov-state': optional(anyProvince),
    'country-code': required(country),
    'postal-zip-code': optional(text(1, 14)),
  });

const email = (lastPart: string): Check =>
  both(
    upTo(60),
    pattern(
      new RegExp(
        `^['_A-Za-z0-9\\-+]+(\\.['_A-Za-z0-9\\-+]+)*@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*\\.[A-Za-z]{${lastPart}}$`,
      ),
    ),
  );

const item = all({
  'customs-number-of-units': required(wholeNumber(9999)),
  'customs-description': required(text(1, 45)),
  sku: optional(upTo(15)),
  'hs-tariff-code': optional(pattern(/^\d{4}(\.\d{2}(\.\d{2}(\.\d{2})?)?)?$/)),
  'unit-weight': required(decimal(99.999, 3)),
  'customs-value-per-unit': required(decimal(99_999.99, 2)),
  'customs-unit-of-measure': optional(text(3, 3)),
  'country-of-origin': optional(country),
  'province-of-origin': optional(text(1, 2)),
});

const customs = (contract: boolean): Check =>
  all({
    currency: required(text(1, 3)),
    'conversion-from-cad': optional(decimal(contract ? 9999.999999 : 999.999999, 6)),
    'reason-for-export': required(text(1, 3)),
    'other-reason': optional(upTo(44)),
    'sku-list': required(listOf('item', item, 500)),
    'duties-and-taxes-prepaid': optional(decimal(99_999.99, 2)),
    'certificate-number': optional(upTo(10)),
    'licence-number': optional(upTo(10)),
    'invoice-number': optional(upTo(10)),
    ...(contract ? { 'ioss-id': optional(upTo(13)) } : {}),
    // Younger than the published schemas: README.md, "Prepaid U.S. duty".
    'us-declaration-id': optional(pattern(/^[0-9A-Za-z]{13}$/)),
  });

const deliverySpec = (contract: boolean): Check =>
  all({
    'service-code': required(service),
    sender: required(
      all({
        name: optional(upTo(44)),
        company: required(upTo(44)),
        'contact-phone': required(upTo(25)),
        'address-details': required(senderAddress(contract)),
      }),
    ),
    destination: required(
      all({
        name: optional(upTo(44)),
        company: optional(upTo(44)),
        'additional-address-info': optional(upTo(44)),
        'client-voice-number': optional(upTo(25)),
        'address-details': required(receiverAddress(!contract)),
      }),
    ),
    options: optional(
      listOf(
        'option',
        all({
          'option-code': required(text(1, 10)),
          'option-amount': optional(amount),
          'option-qualifier-1': optional(boolean),
          'option-qualifier-2': optional(upTo(12)),
        }),
        20,
      ),
    ),
    'parcel-characteristics': required(
      all({
        weight: required(decimal(999.999, 3)),
        dimensions: optional(dimensions),
        unpackaged: optional(boolean),
        'mailing-tube': optional(boolean),
        ...(contract ? { oversized: optional(boolean) } : { document: optional(boolean) }),
      }),
    ),
    notification: optional(
      all({
        email: required(email(contract ? '2,' : '2,5')),
        'on-shipment': required(boolean),
        'on-exception': required(boolean),
        'on-delivery': required(boolean),
      }),
    ),
    ...(contract
      ? {
          'print-preferences': optional(
            all({ 'output-format': optional(oneOf('8.5x11', '4x6')), encoding: optional(oneOf('PDF', 'ZPL')) }),
          ),
        }
      : {}),
    preferences: required(
      all({
        'show-packing-instructions': required(boolean),
        'show-postage-rate': optional(boolean),
        'show-insured-value': optional(boolean),
      }),
    ),
    references: optional(
      all({
        'cost-centre': optional(upTo(30)),
        'customer-ref-1': optional(upTo(35)),
        'customer-ref-2': optional(upTo(35)),
      }),
    ),
    customs: optional(customs(contract)),
    'settlement-info': contract
      ? required(
          all({
            'paid-by-customer': optional(number),
            'contract-id': optional(number),
            'cif-shipment': optional(onlyTrue),
            'intended-method-of-payment': required(upTo(15)),
            'promo-code': optional(upTo(10)),
          }),
        )
      : optional(all({ 'promo-code': optional(upTo(10)) })),
  });

const shipmentRequest = exactlyOne(
  ['group-id', 'transmit-shipment'],
  all({
    'customer-request-id': optional(upTo(35)),
    'group-id': optional(text(1, 32)),
    'transmit-shipment': optional(onlyTrue),
    'quickship-label-requested': optional(boolean),
    'cpc-pickup-indicator': optional(onlyTrue),
    'requested-shipping-point': optional(canadian),
    'shipping-point-id': optional(upTo(4)),
    'expected-mailing-date': optional(date),
    'provide-pricing-info': optional(onlyTrue),
    'provide-receipt-info': optional(onlyTrue),
    'delivery-spec': required(deliverySpec(true)),
    'create-public-key': optional(oneOf('true', 'false')),
    'create-qr-code': optional(oneOf('true', 'false')),
  }),
);

const REQUESTS: Readonly<Record<string, { readonly kind: Kind; readonly check: Check }>> = {
  'transmit-set': { kind: 'manifest', check: transmitSet },
  'authorized-return': { kind: 'authreturn', check: authorizedReturn },
  'pickup-request-details': { kind: 'pickuprequest', check: pickupBooking },
  'pickup-request-update': { kind: 'pickuprequest', check: pickupChange },
  'pickup-details': { kind: 'pickuprequest', check: pickupQuestion },
  'mailing-scenario': { kind: 'rate', check: rateRequest },
  shipment: { kind: 'shipment', check: shipmentRequest },
  'non-contract-shipment': {
    kind: 'ncshipment',
    check: all({ 'requested-shipping-point': optional(canadian), 'delivery-spec': required(deliverySpec(false)) }),
  },
  'shipment-refund-request': { kind: 'shipment', check: all({ email: required(email('2,')) }) },
  'non-contract-shipment-refund-request': { kind: 'ncshipment', check: all({ email: required(email('2,5')) }) },
};

/** The namespace of the root element, as a default namespace or by prefix. */
function namespaceOf(body: string): string | undefined {
  const tag = /<(?:([\w-]+):)?[\w-]+((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*\/?>/.exec(body);
  const name = tag?.[1] === undefined ? 'xmlns' : `xmlns:${tag[1]}`;
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag?.[2] ?? '');
  return match?.[1] ?? match?.[2];
}

/** Attributes other than namespaces: none of the requests has any. */
const hasAttributes = (body: string): boolean => /<[\w:-]+\s+(?!xmlns\b)[\w:.-]+\s*=/.test(body);

/**
 * The tree below the root of an accepted body.
 * @throws SimRefusal 415 for another media type, 500 for what does not fit the schema
 */
export function accept(request: SimRequest, root: string): Readonly<Record<string, unknown>> {
  const rule = REQUESTS[root];
  if (!rule) throw new RangeError(`there is no request "${root}"`);
  if ((request.headers['content-type'] ?? '') !== TYPES[rule.kind])
    throw new SimRefusal(415, '415', `Content-Type must be ${TYPES[rule.kind]}.`);
  const body = request.text();
  const namespace = NAMESPACES[rule.kind];
  const tree = readXml(body);
  const value = tree[root];
  const stray = value === undefined || namespaceOf(body) !== namespace || hasAttributes(body);
  if (stray) refuse(request.path, namespace, { element: root, why: 'is not what this service takes' });
  const found = rule.check(value, root);
  if (found) refuse(request.path, namespace, found);
  return value as Readonly<Record<string, unknown>>;
}

/** @throws SimRefusal 406 for anything but the exact type, wildcards included */
export function checkAccept(request: SimRequest, type: string): void {
  if (request.headers.accept !== type) throw new SimRefusal(406, '406', `Accept must be ${type}.`);
}
