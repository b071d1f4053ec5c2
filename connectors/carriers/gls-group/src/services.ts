/** Our service codes in GLS's words: a product, and names of services that are booked with it. */
import { invalidInput } from '@scanship/connector-kit/errors';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
export const RETURN = 'SHOPRETURN';

interface Booked {
  readonly product: 'PARCEL' | 'EXPRESS';
  /** Of the shipment, without attributes. */
  readonly service?: string | undefined;
  /** The same on a Saturday, where there is one. */
  readonly saturday?: string | undefined;
}

const BOOKED: Readonly<Record<string, Booked>> = {
  PARCEL: { product: 'PARCEL' },
  FLEX: { product: 'PARCEL', service: 'service_flexdelivery' },
  GUARANTEED24: { product: 'PARCEL', service: 'service_guaranteed24' },
  EXPRESS: { product: 'EXPRESS', saturday: 'service_Saturday' },
  EXPRESS_0800: { product: 'EXPRESS', service: 'service_0800' },
  EXPRESS_0900: { product: 'EXPRESS', service: 'service_0900', saturday: 'service_saturday_0900' },
  EXPRESS_1000: { product: 'EXPRESS', service: 'service_1000', saturday: 'service_saturday_1000' },
  EXPRESS_1200: { product: 'EXPRESS', service: 'service_1200', saturday: 'service_saturday_1200' },
  [RETURN]: { product: 'PARCEL' },
};

export const SIGNATURE = 'service_signature';
export const LIABILITY = 'service_addonliability';
export const LIMITED_QUANTITIES = 'service_limitedquantities';
export const SHOP_RETURN = 'service_shopreturn';

/** What is booked for a shipment with a service of ours. @throws ConnectorError `invalid-input` where the two do not fit */
export function bookingOf(
  code: string,
  s: ShipmentRequest,
): { readonly product: Booked['product']; readonly services: readonly string[]; readonly unit: readonly string[] } {
  const booked = Object.hasOwn(BOOKED, code) ? BOOKED[code] : undefined;
  if (!booked) throw invalidInput(`${NAME} has no service "${code}".`, 'service');
  const { signature, saturdayDelivery, insuredValue, dangerousGoods } = s.options;
  const returns = code === RETURN;
  if (returns !== (s.return !== undefined))
    throw invalidInput(
      returns ? 'This service is for returns only.' : `A return at ${NAME} is a ShopReturn.`,
      'return',
    );
  const isParcel = booked.product === 'PARCEL' && !returns;
  const only = (what: string, field: string): void => {
    if (!isParcel) throw invalidInput(`${NAME} offers ${what} with its Parcel services only.`, field);
  };
  if (signature === 'adult') throw invalidInput(`${NAME} is not asked to check an age here.`, 'options.signature');
  const signed = signature === 'any';
  if (signed) {
    only('a signature', 'options.signature');
    if (code === 'FLEX') throw invalidInput('FlexDelivery and a signature cannot be combined.', 'options.signature');
  }
  if (saturdayDelivery === true && booked.saturday === undefined)
    throw invalidInput(
      `${NAME} delivers on Saturdays with its Express services of 9:00 and later.`,
      'options.saturdayDelivery',
    );
  const insured = insuredValue !== undefined && insuredValue.minor > 0;
  if (insured) {
    only('a higher liability', 'options.insuredValue');
    if (insuredValue.currency !== 'EUR')
      throw invalidInput(`${NAME} takes the value in EUR, not in ${insuredValue.currency}.`, 'options.insuredValue');
  }
  if (dangerousGoods) only('limited quantities', 'options.dangerousGoods');
  const main = saturdayDelivery === true ? booked.saturday : booked.service;
  return {
    product: booked.product,
    services: [
      ...(main === undefined ? [] : [main]),
      ...(signed ? [SIGNATURE] : []),
      ...(returns ? [SHOP_RETURN] : []),
    ],
    unit: [...(insured ? [LIABILITY] : []), ...(dangerousGoods ? [LIMITED_QUANTITIES] : [])],
  };
}

/** Service codes of ours that an account may use, given the products and services GLS lists. */
export function codesAmong(products: ReadonlySet<string>, services: ReadonlySet<string>): readonly string[] {
  const has = (name: string | undefined): boolean => name === undefined || services.has(name.toLowerCase());
  return manifest.services
    .map(({ code }) => code)
    .filter((code) => {
      const booked = BOOKED[code];
      if (!booked || !products.has(booked.product)) return false;
      return has(code === RETURN ? SHOP_RETURN : booked.service);
    });
}
