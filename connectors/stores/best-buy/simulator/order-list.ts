/** What OR11 and OF21 allow: filters, sorting, pages. */
import type { SimRequest } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import type { SimOrder } from './model.ts';
import { refusal } from './refusals.ts';

const STATES = [
  'STAGING',
  'WAITING_ACCEPTANCE',
  'WAITING_DEBIT',
  'WAITING_DEBIT_PAYMENT',
  'SHIPPING',
  'SHIPPED',
  'TO_COLLECT',
  'RECEIVED',
  'CLOSED',
  'REFUSED',
  'CANCELED',
] as const;

const whole = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);
const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const texts = z.string().transform((text) => text.split(','));

const paging = {
  max: whole.pipe(z.int().min(1).max(100)).default(10),
  offset: whole.default(0),
  order: z.enum(['asc', 'desc']).default('asc'),
};
const orderQuery = z.object({
  ...paging,
  sort: z.literal('dateCreated').default('dateCreated'),
  order_ids: texts.pipe(z.array(z.string()).max(100)).optional(),
  order_state_codes: texts.pipe(z.array(z.enum(STATES))).optional(),
  start_date: instant.optional(),
  end_date: instant.optional(),
  start_update_date: instant.optional(),
  end_update_date: instant.optional(),
});
const offerQuery = z.object({ ...paging, sort: z.enum(['totalPrice', 'price', 'productTitle']).default('totalPrice') });

function read<T>(schema: z.ZodType<T>, request: SimRequest): T {
  const result = schema.safeParse(Object.fromEntries(request.query));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw refusal(400, `Invalid value for parameter ${String(issue?.path[0] ?? '')}`);
}

/** Mirakl takes a little off `start_update_date`, so that nothing that was slow to be written is missed. */
const DELTA_MS = 30_000;

export function listOrders(
  all: readonly SimOrder[],
  request: SimRequest,
): { readonly page: readonly SimOrder[]; readonly total: number } {
  const query = read(orderQuery, request);
  const from = query.start_update_date === undefined ? undefined : query.start_update_date - DELTA_MS;
  const found = all
    .filter((o) => query.order_ids?.includes(o.id) ?? true)
    .filter((o) => query.order_state_codes?.some((state) => state === o.state) ?? true)
    .filter((o) => query.start_date === undefined || Date.parse(o.createdAt) >= query.start_date)
    .filter((o) => query.end_date === undefined || Date.parse(o.createdAt) <= query.end_date)
    .filter((o) => from === undefined || Date.parse(o.updatedAt) >= from)
    .filter((o) => query.end_update_date === undefined || Date.parse(o.updatedAt) <= query.end_update_date)
    .toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt) || (a.id < b.id ? -1 : 1));
  if (query.order === 'desc') found.reverse();
  return { page: found.slice(query.offset, query.offset + query.max), total: found.length };
}

export function listOffers<T extends { readonly title: string; readonly priceMinor: number }>(
  all: readonly T[],
  request: SimRequest,
): { readonly page: readonly T[]; readonly total: number } {
  const query = read(offerQuery, request);
  const found = all.toSorted((a, b) =>
    query.sort === 'productTitle' ? a.title.localeCompare(b.title, 'en') : a.priceMinor - b.priceMinor,
  );
  if (query.order === 'desc') found.reverse();
  return { page: found.slice(query.offset, query.offset + query.max), total: all.length };
}
