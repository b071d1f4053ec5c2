/** Shapes of the requests beside buying: manifests, returns, pickups. Written from the public documents as contract.ts is. */
import {
  all,
  boolean,
  both,
  choice,
  date,
  decimal,
  listOf,
  oneOf,
  onlyTrue,
  optional,
  pattern,
  required,
  sequence,
  text,
  type Check,
} from './schema.ts';

const upTo = (most: number): Check => text(0, most);
const number = pattern(/^\d{1,10}$/);
const canadian = pattern(/^[A-Z]\d[A-Z]\d[A-Z]\d$/);
const email = both(
  upTo(60),
  pattern(/^['_A-Za-z0-9\-+]+(\.['_A-Za-z0-9\-+]+)*@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,5}$/),
);
const MANY = 100_000;

export const transmitSet = all({
  'customer-request-id': optional(upTo(35)),
  'group-ids': required(listOf('group-id', text(1, 32), MANY)),
  'cpc-pickup-indicator': optional(onlyTrue),
  'requested-shipping-point': optional(canadian),
  'shipping-point-id': optional(upTo(4)),
  'detailed-manifests': required(boolean),
  'method-of-payment': required(upTo(15)),
  'manifest-address': required(
    all({
      'manifest-company': required(text(1, 44)),
      'manifest-name': optional(text(1, 44)),
      'phone-number': required(upTo(25)),
      'address-details': required(
        all({
          'address-line-1': required(text(1, 44)),
          'address-line-2': optional(upTo(44)),
          city: required(text(1, 40)),
          'prov-state': required(text(1, 2)),
          'country-code': optional(oneOf('CA', 'US')),
          'postal-zip-code': required(pattern(/^([A-Z]\d[A-Z]\d[A-Z]\d|\d{5}(-\d{4})?)$/)),
        }),
      ),
    }),
  ),
  'customer-reference': optional(upTo(12)),
  'excluded-shipments': optional(listOf('shipment-id', upTo(32), MANY)),
});

const centimetres = decimal(999.9, 1);
const address = all({
  'address-line-1': required(text(1, 44)),
  'address-line-2': optional(upTo(44)),
  city: required(text(1, 40)),
  province: required(text(1, 2)),
  'postal-code': required(canadian),
});

export const authorizedReturn = all({
  'create-public-key': optional(oneOf('true')),
  'service-code': required(text(1, 32)),
  returner: required(
    all({ name: required(text(1, 44)), company: optional(text(1, 44)), 'domestic-address': required(address) }),
  ),
  receiver: required(
    all({
      name: required(text(1, 44)),
      company: optional(text(1, 44)),
      email: optional(email),
      'receiver-voice-number': optional(upTo(25)),
      'domestic-address': required(address),
    }),
  ),
  'parcel-characteristics': optional(
    all({
      weight: optional(decimal(999.999, 3)),
      dimensions: optional(
        all({ length: required(centimetres), width: required(centimetres), height: required(centimetres) }),
      ),
    }),
  ),
  'print-preferences': optional(
    all({
      'output-format': optional(oneOf('8.5x11', '4x6', '3x5')),
      encoding: optional(oneOf('PDF', 'ZPL')),
      'show-packing-instructions': optional(boolean),
    }),
  ),
  'settlement-info': optional(all({ 'paid-by-customer': optional(number), 'contract-id': optional(number) })),
  references: optional(all({ 'customer-ref-1': optional(upTo(35)), 'customer-ref-2': optional(upTo(35)) })),
});

const time = pattern(/^(12|13|14|15|16|17):(00|15|30|45)$/);
const flag = optional(boolean);
const pickupTimes = choice({
  'on-demand-pickup-time': sequence({
    date: required(date),
    'preferred-time': required(time),
    'closing-time': required(time),
  }),
});
const contact = sequence({
  'contact-name': required(upTo(45)),
  email: required(email),
  'contact-phone': required(both(upTo(16), pattern(/^\d{3}-\d{3}-\d{4}$/))),
  'telephone-ext': optional(pattern(/^\d{1,6}$/)),
  'receive-email-updates-flag': flag,
});
const place = sequence({
  'five-ton-flag': flag,
  'loading-dock-flag': flag,
  'pickup-instructions': required(upTo(132)),
});

export const pickupBooking = all({
  'customer-request-id': optional(text(1, 35)),
  'pickup-type': required(oneOf('OnDemand', 'Scheduled')),
  'pickup-location': required(
    sequence({
      'business-address-flag': required(boolean),
      'alternate-address': optional(
        sequence({
          company: required(upTo(35)),
          'address-line-1': required(upTo(35)),
          city: required(upTo(35)),
          province: required(text(1, 2)),
          'postal-code': required(canadian),
        }),
      ),
    }),
  ),
  'contact-info': required(contact),
  'location-details': required(place),
  'items-characteristics': optional(
    sequence({ 'pww-flag': flag, 'priority-flag': flag, 'returns-flag': flag, 'heavy-item-flag': flag }),
  ),
  'pickup-volume': required(text(1, 40)),
  'pickup-times': required(pickupTimes),
  'payment-info': optional(
    sequence({
      'contract-id': optional(number),
      'method-of-payment': optional(oneOf('CreditCard', 'Account', 'SupplierAccount')),
    }),
  ),
});

export const pickupChange = all({
  'contact-info': required(contact),
  'location-details': required(place),
  'items-characteristics': optional(sequence({ 'heavy-item-flag': flag })),
  'pickup-volume': required(text(1, 40)),
  'pickup-times': required(pickupTimes),
});

export const pickupQuestion = sequence({
  date: optional(date),
  'contract-id': optional(number),
  'pww-flag': flag,
  'priority-flag': flag,
  'alternate-address-province': optional(text(1, 2)),
  'alternate-address-postal-code': optional(canadian),
});
