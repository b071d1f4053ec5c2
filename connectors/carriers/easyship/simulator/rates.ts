/** Rates as the API writes them, with every member of its own example that means anything. */
import type { JsonObject } from '@scanship/domain/values/json';
import { amount, currencyOf, offered, priceOf, type SimService, totalOf } from './catalogue.ts';
import type { RatesMessage } from './contract.ts';

export const courierJson = (one: SimService): JsonObject => ({
  id: one.id,
  name: one.name,
  courier_id: one.courierId,
  umbrella_name: one.umbrella,
  easyship_courier_service: true,
});

type Asked = Omit<RatesMessage, 'courier_settings' | 'shipping_settings'>;

export function rateJson(one: SimService, asked: Asked, currency = currencyOf(asked)): JsonObject {
  const price = priceOf(one, asked);
  return {
    courier_service: courierJson(one),
    min_delivery_time: Math.max(1, one.days - 1),
    max_delivery_time: one.days,
    value_for_money_rank: 1,
    delivery_time_rank: 1,
    cost_rank: 1,
    currency,
    shipment_charge: amount(price.shipping),
    fuel_surcharge: amount(price.fuel),
    remote_area_surcharge: 0,
    remote_area_surcharges: null,
    other_surcharges: null,
    oversized_surcharge: 0,
    additional_services_surcharge: 0,
    residential_full_fee: 0,
    residential_discounted_fee: 0,
    shipment_charge_total: amount(price.shipping + price.fuel),
    warehouse_handling_fee: 0,
    insurance_fee: amount(price.insurance),
    sales_tax: amount(price.tax),
    provincial_sales_tax: 0,
    ddp_handling_fee: 0,
    import_tax_charge: 0,
    import_tax_non_chargeable: 0,
    import_duty_charge: amount(price.duty),
    total_charge: amount(totalOf(price)),
    is_above_threshold: false,
    incoterms: asked.incoterms,
    estimated_import_tax: 0,
    estimated_import_duty: 0,
    minimum_pickup_fee: 0,
    available_handover_options: ['dropoff'],
    tracking_rating: 3,
    easyship_rating: 4,
    courier_remarks: null,
    payment_recipient: 'Easyship',
    discount: null,
    description: 'No additional taxes to be paid at delivery',
    full_description: `${one.name} (${one.days} working days)`,
  };
}

export const ratesJson = (asked: RatesMessage): JsonObject => ({
  rates: offered(asked).map((one) => rateJson(one, asked, asked.shipping_settings.output_currency)),
  meta: { pagination: { page: 1, next: null, count: offered(asked).length }, request_id: 'rates' },
});
