/** Orders, their notes, refunds, and the extension Shipment Tracking. */
import { createHash } from 'node:crypto';
import type { Json } from '@scanship/domain/values/json';
import { SimRefusal, type SimContext, type SimRoute } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { tell, type Postman } from './deliveries.ts';
import { gmtText, type Meta, type SimOrder } from './model.ts';
import { bodyOf, found, idOf, listParams, paged, queryOf, restAnswer, route } from './rest.ts';
import { newRefund, refunded } from './refunding.ts';
import { nextId } from '@scanship/simulator-kit/shop-state';
import { put, type Shop } from './shops.ts';

const STATUSES = ['pending', 'processing', 'on-hold', 'completed', 'cancelled', 'refunded', 'failed', 'trash'] as const;
/** "any" leaves out what WordPress keeps out of searches. */
const HIDDEN = ['trash', 'checkout-draft', 'auto-draft'];

const orderList = {
  ...listParams,
  orderby: z.enum(['date', 'id', 'include', 'title', 'slug', 'modified']).default('date'),
  status: z.enum(['any', ...STATUSES]).default('any'),
};

const orderChange = {
  status: z.enum(STATUSES).optional(),
  meta_data: z
    .array(z.object({ id: z.int().optional(), key: z.string().optional(), value: z.unknown().optional() }))
    .optional(),
  customer_note: z.string().optional(),
};
const newNote = {
  note: z.string(),
  customer_note: z.boolean().default(false),
  added_by_user: z.boolean().default(false),
};
const newTracking = {
  tracking_number: z.string().min(1),
  tracking_provider: z.string().optional(),
  custom_tracking_provider: z.string().optional(),
  custom_tracking_link: z.string().optional(),
  date_shipped: z.string().optional(),
};

const written = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      context.addIssue('not JSON');
      return z.NEVER;
    }
  })
  .pipe(
    z.object({ live: z.boolean(), numbers: z.array(z.string()), lines: z.array(z.object({ quantity: z.number() })) }),
  );

const REPORT = /^_shipping_report_(.+)$/;

/** Our connector's reports among an order's custom fields, for the books and for judges. */
export const reportsOf = (order: SimOrder): { reference: string; live: boolean; numbers: string[]; units: number }[] =>
  order.doc.meta_data.flatMap(({ key, value }) => {
    const reference = REPORT.exec(key)?.[1];
    if (reference === undefined || typeof value !== 'string') return [];
    const read = written.safeParse(value);
    // A custom field may hold anything; what is not ours is no report.
    if (!read.success) return [];
    const report = read.data;
    const units = report.lines.reduce((sum, line) => sum + line.quantity, 0);
    return [{ reference, live: report.live, numbers: report.numbers, units }];
  });

/** The order with a new time of change; what tells of it comes after. */
export const touched = (order: SimOrder, doc: Partial<SimOrder['doc']>, now: Date): SimOrder => ({
  ...order,
  doc: { ...order.doc, ...doc, date_modified: gmtText(now), date_modified_gmt: gmtText(now) },
});

function withMeta(
  shop: Shop,
  meta: readonly Meta[],
  wanted: readonly { readonly id?: number | undefined; readonly key?: string | undefined; readonly value?: unknown }[],
): readonly Meta[] {
  return wanted.reduce<readonly Meta[]>((now, one) => {
    const old = now.find((m) => (one.id === undefined ? m.key === one.key : m.id === one.id));
    if (old && (one.value === null || one.value === undefined)) return now.filter((m) => m !== old);
    const value = JSON.parse(JSON.stringify(one.value ?? null)) as Json;
    return old
      ? now.map((m) => (m === old ? { ...m, value } : m))
      : [...now, { id: nextId(shop), key: one.key ?? '', value }];
  }, meta);
}

/** Writes an order down; a report that is new or no longer stands is an entry of its own kind. */
export function putOrder(shop: Shop, before: SimOrder | undefined, after: SimOrder, context: SimContext): void {
  const old = before ? reportsOf(before) : [];
  const changed = reportsOf(after).find((r) => old.find((o) => o.reference === r.reference)?.live !== r.live);
  put(
    shop,
    { what: 'order', value: after },
    context,
    changed && {
      kind: changed.live ? 'fulfilled' : 'withdrawn',
      id: changed.reference,
      reference: changed.numbers[0] ?? changed.reference,
    },
  );
}

export function orderRoutes(postman: Postman): SimRoute[] {
  const orderOf = (shop: Shop, id: number): SimOrder =>
    found(shop.orders.get(id), 'woocommerce_rest_shop_order_invalid_id');
  const tracked = (shop: Shop): void => {
    if (!shop.about.shipmentTracking)
      throw new SimRefusal(404, 'rest_no_route', 'No route was found matching the URL and request method.');
  };
  const trackings = '/wc-shipment-tracking/v3/orders/:id/shipment-trackings';
  return [
    route('orders', 'GET', '/wc/v3/orders', (shop, request) => {
      const query = queryOf(orderList, request);
      const after = query.modified_after?.slice(0, 19);
      const all = [...shop.orders.values()]
        .filter(({ doc }) => (query.status === 'any' ? !HIDDEN.includes(doc.status) : doc.status === query.status))
        .filter(({ doc }) => after === undefined || doc.date_modified_gmt > after);
      const key = (o: SimOrder): string =>
        query.orderby === 'modified'
          ? o.doc.date_modified_gmt
          : query.orderby === 'date'
            ? JSON.stringify(o.doc.date_created_gmt)
            : '';
      const sorted = all.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.id - b.id));
      if (query.order === 'desc') sorted.reverse();
      return paged(
        sorted.map((o) => o.doc),
        query.page,
        query.per_page,
      );
    }),
    route('order', 'GET', '/wc/v3/orders/:id', (shop, request) => restAnswer(200, orderOf(shop, idOf(request)).doc)),
    route('change order', 'PUT', '/wc/v3/orders/:id', (shop, request, context) => {
      const { meta_data: meta, ...fields } = bodyOf(orderChange, request);
      const order = found(shop.orders.get(idOf(request)), 'woocommerce_rest_shop_order_invalid_id', 400);
      const completed = fields.status === 'completed' ? { date_completed_gmt: gmtText(context.now()) } : {};
      const after = touched(
        order,
        {
          ...fields,
          ...completed,
          ...(meta ? { meta_data: withMeta(shop, order.doc.meta_data, meta) } : {}),
        },
        context.now(),
      );
      putOrder(shop, order, after, context);
      tell(shop, postman, 'order.updated', after.doc, context);
      return restAnswer(200, after.doc);
    }),
    route('notes', 'GET', '/wc/v3/orders/:id/notes', (shop, request) =>
      restAnswer(200, [...orderOf(shop, idOf(request)).notes]),
    ),
    route('add note', 'POST', '/wc/v3/orders/:id/notes', (shop, request, context) => {
      const order = orderOf(shop, idOf(request));
      const { note, customer_note } = bodyOf(newNote, request);
      const at = gmtText(context.now());
      const made = { id: nextId(shop), author: 'system', date_created: at, date_created_gmt: at, note, customer_note };
      putOrder(shop, order, { ...order, notes: [made, ...order.notes] }, context);
      return restAnswer(201, made);
    }),
    route('refunds', 'GET', '/wc/v3/orders/:id/refunds', (shop, request) => {
      const query = queryOf(listParams, request);
      return paged(orderOf(shop, idOf(request)).refunds, query.page, query.per_page);
    }),
    route('refund', 'POST', '/wc/v3/orders/:id/refunds', (shop, request, context) => {
      const order = orderOf(shop, idOf(request));
      const made = refunded(shop, order, bodyOf(newRefund, request), context.now());
      put(shop, { what: 'order', value: made.order }, context, {
        kind: 'refunded',
        id: String(made.refund.id),
      });
      tell(shop, postman, 'order.updated', made.order.doc, context);
      return restAnswer(201, made.refund);
    }),
    route('trackings', 'GET', trackings, (shop, request) => {
      tracked(shop);
      return restAnswer(200, [...orderOf(shop, idOf(request)).trackings]);
    }),
    route('providers', 'GET', `${trackings}/providers`, (shop) => {
      tracked(shop);
      return restAnswer(200, {
        Canada: { 'Canada Post': 'https://www.canadapost-postescanada.ca/track?n=%1$s' },
        'United States': { FedEx: 'https://www.fedex.com/track?n=%1$s', UPS: 'https://www.ups.com/track?n=%1$s' },
      });
    }),
    route('add tracking', 'POST', trackings, (shop, request, context) => {
      tracked(shop);
      const order = orderOf(shop, idOf(request));
      const body = bodyOf(newTracking, request);
      const made = {
        ...body,
        tracking_id: createHash('md5')
          .update(`${order.id} ${nextId(shop)}`)
          .digest('hex'),
        date_shipped: gmtText(context.now()).slice(0, 10),
      };
      const doc = JSON.parse(JSON.stringify(made)) as SimOrder['trackings'][number];
      putOrder(shop, order, { ...order, trackings: [...order.trackings, doc] }, context);
      return restAnswer(201, doc);
    }),
    route('remove tracking', 'DELETE', `${trackings}/:tracking`, (shop, request, context) => {
      tracked(shop);
      const order = orderOf(shop, idOf(request));
      const gone = found(
        order.trackings.find((t) => t.tracking_id === request.params.tracking),
        'woocommerce_shipment_tracking_rest_invalid_id',
      );
      putOrder(shop, order, { ...order, trackings: order.trackings.filter((t) => t !== gone) }, context);
      return restAnswer(200, gone);
    }),
  ];
}
