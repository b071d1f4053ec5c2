/** Calls for tests: to play the seller at Easyship and the shops connected there. */
import type { JsonObject } from '@scanship/domain/values/json';
import { judgeCalls } from '@scanship/simulator-kit/judge-calls';
import type { SimRoute } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { companies, itemOf, newProduct, shipmentId } from './companies.ts';
import { LABEL_STATES, SHIPMENT_STATES, type SimShipment } from './model.ts';

const text = z.string().max(500);
const newShipments = z.strictObject({
  shipments: z
    .array(
      z.strictObject({
        lines: z
          .array(z.strictObject({ sku: text, quantity: z.int().positive() }))
          .min(1)
          .max(200),
        notes: text.optional(),
        isReturn: z.boolean().default(false),
        secondsAgo: z.number().nonnegative().default(0),
      }),
    )
    .min(1)
    .max(1_000),
});
const change = z.strictObject({
  notes: text.optional(),
  state: z.enum(SHIPMENT_STATES).optional(),
  label: z.enum(LABEL_STATES).optional(),
});
const nothing = z.strictObject({});

const call = judgeCalls((account, context) => companies.of(account, context));

export const buyerCalls: readonly SimRoute[] = [
  call('places shipments', 'POST', '/shipments', newShipments, (company, given, _request, context) => {
    const now = context.now().getTime();
    const ids = given.shipments.map((wish) => {
      const at = new Date(now - wish.secondsAgo * 1_000).toISOString();
      const number = company.shipments.size + 1;
      const value: SimShipment = {
        id: shipmentId(number),
        orderNumber: company.about.platform === null ? null : `#${1_000 + number}`,
        ordered: company.about.platform === null ? null : at,
        created: at,
        updated: at,
        state: 'created',
        label: 'not_created',
        isReturn: wish.isReturn,
        notes: wish.notes ?? null,
        items: wish.lines.flatMap(({ sku, quantity }, index) => {
          const product = [...company.products.values()].find((one) => one.sku === sku);
          return product ? [itemOf(product, number, index, quantity)] : [];
        }),
      };
      companies.put(company.about.id, { what: 'shipment', value }, context);
      return value.id;
    });
    return { ids };
  }),
  call('changes a shipment', 'POST', '/shipments/:shipment/change', change, (company, given, request, context) => {
    const shipment = company.shipments.get(request.params.shipment ?? '');
    if (!shipment) return undefined;
    const value: SimShipment = { ...shipment, ...given, updated: context.now().toISOString() };
    companies.put(company.about.id, { what: 'shipment', value }, context);
    return {};
  }),
  call('shows a shipment', 'GET', '/shipments/:shipment', nothing, (company, _given, request) => {
    const shipment = company.shipments.get(request.params.shipment ?? '');
    return shipment && (JSON.parse(JSON.stringify(shipment)) as JsonObject);
  }),
  call(
    'stocks products',
    'POST',
    '/products',
    z.strictObject({ count: z.int().positive().max(2_000) }),
    (company, { count }, _request, context) => {
      const ids = Array.from({ length: count }, () => {
        const value = newProduct(company.products.size + 1, context.now().toISOString());
        companies.put(company.about.id, { what: 'product', value }, context);
        return value.id;
      });
      return { ids };
    },
  ),
  call(
    'takes permissions from the token',
    'PUT',
    '/withheld',
    z.strictObject({ permissions: z.array(text) }),
    (company, { permissions }, _request, context) => {
      companies.put(company.about.id, { what: 'withheld', value: permissions }, context);
      return {};
    },
  ),
];
