/** Organizations, items, sales orders, packages and shipments as the API shows them. */
import type { JsonObject } from '@scanship/domain/values/json';
import { localTimeIn } from '@scanship/domain/calendar/local-time';
import {
  packedUnits,
  shippedUnits,
  statusOf,
  type SimItem,
  type SimOrder,
  type SimOrganization,
  type SimPackage,
} from './model.ts';

/** "2026-11-20T07:00:00-0500": the clock of the organization with its offset, which has no colon at Zoho. */
export function timeText(ms: number, zone: string): string {
  const local = localTimeIn(new Date(ms), zone) ?? new Date(ms).toISOString().slice(0, 19);
  const minutes = Math.round((Date.parse(`${local}Z`) - Math.floor(ms / 1_000) * 1_000) / 60_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const away = Math.abs(minutes);
  return `${local}${minutes < 0 ? '-' : '+'}${two(Math.floor(away / 60))}${two(away % 60)}`;
}

export const dayText = (ms: number, zone: string): string => timeText(ms, zone).slice(0, 10);

const cents = (value: number): number => Math.round(value * 100) / 100;

const organizationFields = (about: SimOrganization): JsonObject => ({
  organization_id: about.id,
  name: about.name,
  contact_name: 'Test Owner',
  email: about.email,
  is_default_org: true,
  language_code: 'en',
  fiscal_year_start_month: 0,
  account_created_date: '2024-02-15',
  time_zone: about.timeZone,
  is_org_active: true,
  currency_id: '982000000000190',
  currency_code: about.currency,
  currency_symbol: about.currencySymbol,
  currency_format: '###,##0.00',
  price_precision: 2,
});

export const organizationRow = (about: SimOrganization): JsonObject => ({
  ...organizationFields(about),
  plan_type: 130,
  tax_group_enabled: true,
  zi_migration_status: 0,
  plan_name: 'PROFESSIONAL',
  plan_period: 'Monthly',
  account_created_date_formatted: '15 Feb 2024',
});

export const organizationView = (about: SimOrganization): JsonObject => ({
  ...organizationFields(about),
  date_format: 'dd MMM yyyy',
  phone: about.phone,
  website: '',
  address: { ...about.address },
});

export const itemRow = (item: SimItem, about: SimOrganization): JsonObject => ({
  item_id: item.id,
  name: item.name,
  status: 'active',
  source: 'user',
  is_linked_with_zohocrm: false,
  item_type: 'inventory',
  product_type: 'goods',
  rate: item.rate,
  is_taxable: true,
  purchase_rate: cents(item.rate / 2),
  is_combo_product: false,
  sku: item.sku,
  ...(item.upc !== undefined && { upc: item.upc }),
  created_time: timeText(item.created, about.timeZone),
  last_modified_time: timeText(item.modified, about.timeZone),
});

export const itemDetails = (item: SimItem): JsonObject => {
  const [length, width, height] = item.size ?? [0, 0, 0];
  return {
    item_id: item.id,
    name: item.name,
    unit: 'qty',
    item_type: 'inventory',
    product_type: 'goods',
    status: 'active',
    rate: item.rate,
    sku: item.sku,
    package_details: { length, width, height, dimension_unit: 'cm', weight: item.weightKg, weight_unit: 'kg' },
  };
};

const subTotal = (order: SimOrder): number =>
  cents(order.lines.reduce((sum, { rate, quantity }) => sum + rate * quantity, 0));

export const orderRow = (order: SimOrder, about: SimOrganization): JsonObject => ({
  salesorder_id: order.id,
  customer_name: order.customer,
  customer_id: '504366000000044080',
  status: statusOf(order),
  salesorder_number: order.number,
  reference_number: order.reference,
  date: dayText(order.created, about.timeZone),
  shipment_date: dayText(order.created + 3 * 86_400_000, about.timeZone),
  quantity: order.lines.reduce((sum, { quantity }) => sum + quantity, 0),
  currency_code: about.currency,
  total: cents(subTotal(order) + order.shippingCharge),
  created_time: timeText(order.created, about.timeZone),
  last_modified_time: timeText(order.modified, about.timeZone),
  is_emailed: false,
  is_drop_shipment: false,
  is_backorder: false,
  sales_channel: 'direct_sales',
});

const addressView = (order: SimOrder): JsonObject => {
  const { attention, street2, ...rest } = order.shipTo;
  return { ...(attention !== undefined && { attention }), ...(street2 !== undefined && { street2 }), ...rest, fax: '' };
};

const standing = (order: SimOrder): SimPackage[] => order.packages.filter(({ deleted }) => !deleted);

export const orderView = (order: SimOrder, about: SimOrganization): JsonObject => ({
  ...orderRow(order, about),
  ...(order.person && {
    contact_persons_associated: [
      {
        contact_person_id: '504366000000567003',
        contact_person_name: order.person.name,
        contact_person_email: order.person.email,
        phone: order.person.phone,
      },
    ],
  }),
  currency_symbol: about.currencySymbol,
  exchange_rate: 1,
  delivery_method: order.deliveryMethod,
  is_inclusive_tax: false,
  line_items: order.lines.map((line, index) => ({
    line_item_id: line.id,
    item_id: line.itemId,
    sku: line.sku,
    name: line.name,
    item_order: index,
    rate: line.rate,
    quantity: line.quantity,
    quantity_invoiced: 0,
    quantity_packed: packedUnits(order, line.id),
    quantity_shipped: shippedUnits(order, line.id),
    unit: 'qty',
    product_type: 'goods',
    item_total: cents(line.rate * line.quantity),
    is_invoiced: false,
    is_combo_product: false,
  })),
  shipping_charge: order.shippingCharge,
  adjustment: 0,
  sub_total: subTotal(order),
  tax_total: 0,
  price_precision: 2,
  packages: standing(order).map(({ id, number, shipment }) => ({
    package_id: id,
    package_number: number,
    status: shipment === undefined ? 'not_shipped' : 'shipped',
    ...(shipment && {
      shipment_id: shipment.id,
      shipment_number: shipment.number,
      shipment_status: 'shipped',
      carrier: shipment.method,
      tracking_number: shipment.trackingNumber,
      shipment_date: shipment.date,
    }),
  })),
  shipping_address: addressView(order),
  billing_address: addressView(order),
  notes: order.notes,
  terms: '',
});

export const packageView = (order: SimOrder, one: SimPackage, about: SimOrganization): JsonObject => ({
  package_id: one.id,
  package_number: one.number,
  salesorder_id: order.id,
  salesorder_number: order.number,
  customer_name: order.customer,
  date: one.date,
  created_time: dayText(order.created, about.timeZone),
  last_modified_time: dayText(order.modified, about.timeZone),
  is_emailed: false,
  line_items: one.lines.map(({ lineId, quantity }, index) => {
    const line = order.lines.find(({ id }) => id === lineId);
    return {
      line_item_id: `${one.id.slice(0, -1)}${index}`,
      so_line_item_id: lineId,
      item_id: line?.itemId ?? '',
      name: line?.name ?? '',
      sku: line?.sku ?? '',
      unit: 'qty',
      quantity,
    };
  }),
  notes: '',
  total_quantity: String(one.lines.reduce((sum, { quantity }) => sum + quantity, 0)),
  ...(one.shipment && {
    shipment_order: {
      shipment_id: one.shipment.id,
      shipment_number: one.shipment.number,
      shipping_date: one.shipment.date,
      delivery_method: one.shipment.method,
      carrier: one.shipment.method,
      tracking_number: one.shipment.trackingNumber,
      status: 'shipped',
      notes: one.shipment.notes,
    },
  }),
});

export const shipmentView = (order: SimOrder, one: SimPackage): JsonObject => ({
  salesorder_id: order.id,
  salesorder_number: order.number,
  shipment_id: one.shipment?.id ?? '',
  shipment_number: one.shipment?.number ?? '',
  date: one.shipment?.date ?? '',
  status: 'shipped',
  carrier: one.shipment?.method ?? '',
  delivery_method: one.shipment?.method ?? '',
  tracking_number: one.shipment?.trackingNumber ?? '',
  customer_name: order.customer,
  is_emailed: one.shipment?.mailed ?? false,
  notes: one.shipment?.notes ?? '',
});
