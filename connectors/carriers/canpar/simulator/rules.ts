/** What Canpar's reference demands of a shipment beyond its form: mandatory members, sizes and code values. */
import { textOf } from '@scanship/simulator-kit/xml-message';
import { list, number, refuse } from './wire.ts';

const ADDRESS = {
  name: [40, true],
  address_line_1: [40, true],
  address_line_2: [40, false],
  address_line_3: [40, false],
  attention: [40, false],
  city: [30, true],
  country: [2, true],
  email: [256, false],
  phone: [16, false],
  postal_code: [10, true],
  province: [2, true],
} as const;

function sizes(node: unknown, what: string, fields: Readonly<Record<string, readonly [number, boolean]>>): void {
  for (const [name, [most, needed]] of Object.entries(fields)) {
    const value = textOf(node, name);
    if (needed && value === '') throw refuse(`${what}: ${name.toUpperCase()} IS REQUIRED`);
    if (Array.from(value).length > most) throw refuse(`${what}: ${name.toUpperCase()} EXCEEDS ${most} CHARACTERS`);
  }
}

const FORMS: Readonly<Record<string, RegExp>> = { CA: /^[A-Z]\d[A-Z]\d[A-Z]\d$/, US: /^\d{5}(-\d{4})?$/ };

export function checkAddress(node: unknown, what: string): void {
  sizes(node, what, ADDRESS);
  const form = FORMS[textOf(node, 'country')];
  if (form && !form.test(textOf(node, 'postal_code'))) throw refuse(`${what}: POSTAL CODE IS INVALID`);
}

const oneOf = (value: string, values: string, what: string): void => {
  if (!values.split(' ').includes(value)) throw refuse(`${what} IS INVALID`);
};

/** @param bought a purchase names a service and, across the border, has a proforma */
export function checkShipment(s: unknown, bought: boolean): void {
  checkAddress(s === undefined ? '' : (s as Record<string, unknown>).delivery_address, 'DELIVERY ADDRESS');
  checkAddress((s as Record<string, unknown>).pickup_address, 'PICKUP ADDRESS');
  const packages = list(s, 'packages');
  if (packages.length === 0) throw refuse('AT LEAST ONE PACKAGE IS REQUIRED');
  for (const p of packages) {
    sizes(p, 'PACKAGE', { reference: [20, false], alternative_reference: [40, false], cost_centre: [30, false] });
    if (!(number(p, 'reported_weight') > 0)) throw refuse('REPORTED WEIGHT IS REQUIRED');
  }
  sizes(s, 'SHIPMENT', { description: [50, false], instruction: [40, false] });
  oneOf(textOf(s, 'reported_weight_unit'), 'L K', 'REPORTED WEIGHT UNIT');
  oneOf(textOf(s, 'dimention_unit'), 'I C', 'DIMENSION UNIT');
  if (textOf(s, 'premium') !== '') oneOf(textOf(s, 'premium'), 'A B S N', 'PREMIUM');
  if (textOf(s, 'shipping_date') === '') throw refuse('SHIPPING DATE IS REQUIRED');
  if (!bought) return;
  oneOf(textOf(s, 'service_type'), '1 2 3 4 5 C D E F G H I', 'SERVICE TYPE');
  const proforma = (s as Record<string, unknown>).proforma;
  if (textOf((s as Record<string, unknown>).delivery_address, 'country') === 'CA') return;
  if (proforma === undefined || proforma === '') throw refuse('PROFORMA (CUSTOMS INVOICE) IS REQUIRED');
  sizes(proforma, 'PROFORMA', {
    name: [40, true],
    reason_for_export: [50, true],
    reference: [20, true],
    business_num: [10, false],
  });
  const items = list(proforma, 'proforma_items');
  if (items.length === 0) throw refuse('PROFORMA ITEMS ARE REQUIRED');
  for (const item of items) {
    const info = (item as Record<string, unknown>).commodity_info;
    sizes(info, 'PROFORMA ITEM', {
      country_of_origin: [2, true],
      description: [50, true],
      hs_code: [10, false],
      value: [20, true],
    });
    if (textOf(info, 'country_of_origin') === 'CA' && textOf(info, 'province_of_origin') === '')
      throw refuse('PROFORMA ITEM: PROVINCE OF ORIGIN IS REQUIRED');
    if (!(number(item, 'quantity') > 0)) throw refuse('PROFORMA ITEM: QUANTITY IS REQUIRED');
  }
}
