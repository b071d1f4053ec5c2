/** A `Shipment` as the service answers it: every member, with what was asked and what was made of it. */
import { dollars } from '@scanship/simulator-kit/tariff';
import { child, element, flagOf, textOf } from '@scanship/simulator-kit/xml-message';
import type { PricedShipment } from './pricing.ts';
import { list, number } from './wire.ts';

const at = '2026-11-23T15:41:11.763Z';
const copy = (node: unknown, names: string): string[] =>
  names.split(' ').map((name) => element(name, textOf(node, name)));

const address = (name: string, a: unknown): string =>
  element(name, [
    element('address_id', ''),
    ...copy(a, 'address_line_1 address_line_2 address_line_3 attention city country email extension'),
    element('id', '-1'),
    element('inserted_on', at),
    ...copy(a, 'name phone postal_code province'),
    element('residential', String(flagOf(a, 'residential'))),
    element('updated_on', at),
  ]);

export interface Made {
  readonly id: string;
  readonly barcodes: readonly string[];
  readonly manifest: string;
  readonly voided: boolean;
}

function packageXml(p: unknown, barcode: string, index: number): string {
  const weight = number(p, 'reported_weight');
  return element('packages', [
    ...copy(p, 'alternative_reference'),
    element('barcode', barcode),
    element('billed_weight', weight),
    element('declared_value', number(p, 'declared_value')),
    element('dim_weight', 0),
    element('dim_weight_flag', 'false'),
    element('height', number(p, 'height')),
    element('id', -1),
    element('length', number(p, 'length')),
    element('min_weight_flag', String(weight < 0.5)),
    element('package_num', index + 1),
    ...copy(p, 'reference'),
    element('reported_weight', weight),
    element('width', number(p, 'width')),
    element('xc', String(flagOf(p, 'xc'))),
  ]);
}

/** The day as the service writes it: midnight in the Eastern zone, in UTC (an hour earlier in summer). */
const midnight = (day: string): string => `${day}T${/-(0[4-9]|10)-/.test(day) ? '04' : '05'}:00:00.000Z`;

/** @param name "shipment" */
export function shipmentXml(name: string, s: unknown, price: PricedShipment, made?: Made): string {
  const charge = (key: string): string => element(key, dollars(price.charges[key] ?? 0));
  return element(name, [
    element('billed_weight', price.billedKg),
    element('billed_weight_unit', 'K'),
    charge('cod_charge'),
    element('collect', 'false'),
    charge('collect_charge'),
    element('cos', 'false'),
    charge('cos_charge'),
    address('delivery_address', child(s, 'delivery_address')),
    ...copy(s, 'description'),
    element('dg', String(flagOf(s, 'dg'))),
    charge('dg_charge'),
    ...copy(s, 'dimention_unit'),
    charge('dv_charge'),
    charge('ea_charge'),
    element('estimated_delivery_date', midnight(price.deliverOn)),
    charge('freight_charge'),
    charge('fuel_surcharge'),
    element('handling', '0.0'),
    element('id', made?.id ?? '-1'),
    charge('lg_charge'),
    ...(made && made.manifest !== '' ? [element('manifest_num', made.manifest)] : []),
    element('nsr', String(flagOf(s, 'nsr'))),
    charge('over_size_charge'),
    charge('over_weight_charge'),
    ...list(s, 'packages').map((p, index) => packageXml(p, made?.barcodes[index] ?? '', index)),
    address('pickup_address', child(s, 'pickup_address')),
    ...copy(s, 'premium'),
    charge('premium_charge'),
    charge('ra_charge'),
    ...copy(s, 'reported_weight_unit'),
    charge('rural_charge'),
    element('service_type', price.service),
    element('shipment_status', made && made.manifest !== '' ? 'S' : 'R'),
    ...copy(s, 'shipper_num shipping_date'),
    element('subtotal', dollars(price.total - price.tax)),
    element('tax_charge_1', dollars(price.tax)),
    element('tax_charge_2', '0.0'),
    element('tax_code_1', price.taxCode),
    element('tax_code_2', ''),
    element('total', dollars(price.total)),
    element('transit_time', price.days),
    element('transit_time_guaranteed', 'false'),
    element('voided', String(made?.voided ?? false)),
    charge('xc_charge'),
    element('zone', price.zone),
  ]);
}
