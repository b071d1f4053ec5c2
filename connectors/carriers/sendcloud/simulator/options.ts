/** Shipping options as the API writes them, with every member of its own example. */
import type { JsonObject } from '@scanship/domain/values/json';
import { amount, currencyOf, offered, OPTIONS, priceOf, type SimOption } from './catalogue.ts';
import { gramsOf, type OptionsMessage } from './contract.ts';

const NONE = {
  b2b: true,
  b2c: true,
  ers: false,
  size: null,
  tyres: false,
  sorted: false,
  boxable: false,
  premium: false,
  segment: null,
  tracked: true,
  id_check: false,
  manually: false,
  priority: null,
  age_check: null,
  insurance: null,
  labelless: false,
  surcharge: false,
  first_mile: 'pickup_dropoff',
  multicollo: true,
  bulky_goods: false,
  form_factor: 'parcel',
  fresh_goods: false,
  eco_delivery: false,
  flex_delivery: false,
  fragile_goods: false,
  non_conveyable: false,
  dangerous_goods: false,
  delivery_before: null,
  cash_on_delivery: null,
  harmonized_label: false,
  weekend_delivery: null,
  carrier_insurance: false,
  delivery_attempts: null,
  delivery_deadline: 'best_effort',
  neighbor_delivery: true,
  customs_value_limit: null,
  registered_delivery: false,
  carrier_billing_type: null,
  personalized_delivery: false,
  pick_up: false,
  direct_contract_only: false,
} as const;

const RANGE = { min: { value: '0.001', unit: 'kg' }, max: { value: '31.501', unit: 'kg' } };

function optionJson(option: SimOption, asked: OptionsMessage): JsonObject {
  const [from, to] = [asked.from_address?.country_code ?? '', asked.to_address?.country_code ?? ''];
  const grams = (asked.parcels ?? []).reduce((sum, parcel) => sum + gramsOf(parcel), 0);
  const { label, fuel } = priceOf(option, grams);
  const currency = currencyOf(from);
  const price = (cents: number) => ({ value: amount(cents), currency });
  const isPriced = asked.calculate_quotes === true && from !== '' && to !== '';
  return {
    code: option.code,
    name: option.name,
    carrier: option.carrier,
    product: { code: option.code.split('/')[0] ?? option.code, name: option.name },
    functionalities: {
      ...NONE,
      incoterm: option.incoterm ?? null,
      last_mile: option.servicePoint === true ? 'service_point' : 'home_delivery',
      returns: option.returns === true,
      signature: option.signature === true,
      service_area: from === to ? 'domestic' : 'international',
    },
    max_dimensions: { length: '175.00', width: '78.00', height: '58.00', unit: 'cm' },
    weight: RANGE,
    parcel_billed_weights: [],
    contract: {
      id: option.contract,
      client_id: '',
      carrier_code: option.carrier.code,
      name: `${option.carrier.name} Test`,
    },
    requirements: {
      fields: [...(option.needs ?? [])],
      export_documents: option.ways.includes('abroad') && from !== to && !option.ways.includes('inside'),
      is_service_point_required: option.servicePoint === true,
    },
    charging_type: 'label_creation',
    quotes: isPriced
      ? [
          {
            weight: RANGE,
            price: {
              breakdown: [
                { type: 'price_without_insurance', label: 'Label', price: price(label) },
                { type: 'fuel', label: 'Fuel surcharge', price: price(fuel) },
              ],
              total: price(label + fuel),
            },
            lead_time: option.hours,
          },
        ]
      : null,
  };
}

export function optionsJson(asked: OptionsMessage): JsonObject {
  const [from, to] = [asked.from_address?.country_code, asked.to_address?.country_code];
  const all = from === undefined || to === undefined ? OPTIONS : offered(from, to);
  const fitting = all.filter(
    (option) =>
      (asked.shipping_option_code === undefined || option.code === asked.shipping_option_code) &&
      (asked.functionalities?.signature !== true || option.signature === true) &&
      (asked.functionalities?.returns !== true || option.returns === true),
  );
  return { data: fitting.map((option) => optionJson(option, asked)) };
}
