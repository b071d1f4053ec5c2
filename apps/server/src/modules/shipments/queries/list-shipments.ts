/** The labels page: one page of shipments with what each row shows and may do, and the same rows for a file. */
import type { DataOf, QueryOf } from '@scanship/contracts/call';
import type {
  listShipments as listShipmentsCall,
  ShipmentFilters,
  ShipmentRow,
} from '@scanship/contracts/shipping/shipment-list';
import type { ShipmentSummary } from '@scanship/contracts/shipping/shipments';
import { crossesBorder } from '@scanship/domain/customs/order-customs';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { RequestContext } from '../../../platform/context.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { isUuid } from '../../../platform/database/ids.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import type { GrantsPort } from '../ports.ts';
import { readFilters } from './list-shipments-filters.ts';
import {
  choicesSql,
  conditionsOf,
  COUNT_CAP,
  countSql,
  type KeyRecord,
  pageSql,
  type RowKey,
  type Slice,
} from './list-shipments-sql.ts';
import { readShipments } from './shipment-view.ts';

type ListQuery = QueryOf<typeof listShipmentsCall>;
type ListAnswer = DataOf<typeof listShipmentsCall>;
type Who = Pick<RequestContext, 'tenantId' | 'timeZone' | 'rights'>;

export interface ListDeps {
  readonly db: Database;
  readonly grants: Pick<GrantsPort, 'describe'>;
}

/** A statement of the list may take this long; then the person is told to narrow the search. */
const STATEMENT_TIMEOUT_MS = 2_000;
/** Rows that may be skipped to reach a page by its number. */
const MAX_OFFSET = 10_000;
const DEFAULT_SIZE = 20;

const isTimeout = (error: unknown): boolean => error instanceof DatabaseError && error.code === '57014';

/** Problems: `validation` for filters or a key that are none, `search_too_slow`. */
export async function listShipments(
  { db, grants }: ListDeps,
  ctx: Who,
  query: ListQuery,
  body: ShipmentFilters,
): Promise<Outcome<ListAnswer>> {
  const filters = readFilters(body, ctx.timeZone);
  if (!filters.ok) return filters;
  const size = Number(query.size ?? DEFAULT_SIZE);
  const slice = readSlice(query, size);
  if (!slice.ok) return slice;
  const conditions = conditionsOf(filters.value);
  const newestFirst = query.sort !== 'createdAt';
  try {
    return await db.tenant(
      ctx,
      async (tx) => {
        // One row more than asked for says whether the list goes on.
        const { rows: read } = await pageSql(conditions, newestFirst, slice.value, size + 1).execute(tx);
        const { rows: counted } = await countSql(conditions).execute(tx);
        const { rows: choices } = await choicesSql.execute(tx);
        const goesOn = read.length > size;
        const keys = read.slice(0, size);
        if ('before' in slice.value) keys.reverse();
        const n = counted[0]?.n ?? 0;
        const total = Math.min(n, COUNT_CAP);
        const backwards = 'before' in slice.value;
        const [first, last] = [keys.at(0), keys.at(-1)];
        const hasNext = backwards || goesOn;
        const hasPrevious = backwards
          ? goesOn
          : 'after' in slice.value || ('skip' in slice.value && slice.value.skip > 0);
        const shipments = await readRows(
          tx,
          ctx,
          keys.map(({ id }) => id),
          grants,
        );
        return ok({
          shipments: [...shipments],
          totalRecords: total,
          totalCapped: n > COUNT_CAP,
          totalPage: Math.ceil(total / size),
          size,
          currentPage: Number(query.page ?? 1),
          currentPageSize: shipments.length,
          nextCursor: hasNext && last ? writeCursor(last) : null,
          previousCursor: hasPrevious && first ? writeCursor(first) : null,
          choices: choicesOf(choices, grants),
        });
      },
      { readOnly: 'standby', statementTimeoutMs: STATEMENT_TIMEOUT_MS },
    );
  } catch (error) {
    if (isTimeout(error)) return problem('search_too_slow');
    throw error;
  }
}

function choicesOf(
  records: readonly { readonly slug: string; readonly service: string; readonly service_name: string | null }[],
  grants: ListDeps['grants'],
): ListAnswer['choices'] {
  const carriers = new Map(records.map(({ slug }) => [slug, grants.describe(slug)?.manifest.name ?? slug]));
  return {
    carriers: [...carriers].map(([code, name]) => ({ code, name })),
    services: records.map(({ slug, service, service_name }) => ({
      carrier: slug,
      code: service,
      name: service_name ?? service,
    })),
  };
}

function readSlice(query: ListQuery, size: number): Outcome<Slice> {
  const key = query.after ?? query.before;
  if (key !== undefined) {
    const row = readCursor(key);
    if (!row)
      return problem('validation', {
        errors: [{ field: query.after ? 'after' : 'before', message: 'This is not the key of a page.' }],
      });
    return ok(query.after === undefined ? { before: row } : { after: row });
  }
  const skip = (Number(query.page ?? 1) - 1) * size;
  if (skip + size <= MAX_OFFSET) return ok({ skip });
  const message = 'Pages this far from the start are reached with next and previous, by date or by search.';
  return problem('validation', { message, errors: [{ field: 'page', message }] });
}

const writeCursor = ({ created_key, id }: KeyRecord): string =>
  Buffer.from(JSON.stringify([created_key, id])).toString('base64url');

function readCursor(text: string): RowKey | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (!Array.isArray(value)) return undefined;
    const [createdAt, id]: unknown[] = value;
    if (typeof createdAt !== 'string' || typeof id !== 'string' || !isUuid(id)) return undefined;
    const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,6})?[+-]\d\d(:\d\d){0,2}$/.exec(createdAt);
    return parts && !Number.isNaN(Date.parse(`${parts[1]}T${parts[2]}Z`)) ? { createdAt, id } : undefined;
  } catch {
    return undefined;
  }
}

interface ExtraRecord {
  readonly id: string;
  readonly source: ShipmentRow['source'];
  readonly direction: ShipmentRow['direction'];
  readonly store_id: string | null;
  readonly store_name: string | null;
  readonly name: string | null;
  readonly city: string | null;
  readonly province: string | null;
  readonly country: string | null;
  readonly from_country: string | null;
  readonly has_customs: boolean;
  readonly orders: ShipmentRow['orders'];
}

/** Rows of shipments by id, in the given order; ids of other tenants are left out. */
export async function readRows(
  tx: Tx,
  who: Pick<Who, 'tenantId' | 'rights'>,
  ids: readonly string[],
  grants: ListDeps['grants'],
): Promise<readonly ShipmentRow[]> {
  if (ids.length === 0) return [];
  const { rows: extras } = await sql<ExtraRecord>`SELECT s.id, s.source, s.direction, s.store_id, t.name AS store_name,
      s.to_address ->> 'name' AS name, s.to_address ->> 'city' AS city, s.to_address ->> 'provinceCode' AS province,
      s.to_address ->> 'countryCode' AS country, s.from_address ->> 'countryCode' AS from_country, s.customs IS NOT NULL AS has_customs,
      (SELECT coalesce(json_agg(json_build_object('id', v.id, 'number', v.number) ORDER BY v.number), '[]'::json) FROM
        (SELECT DISTINCT o.id, o.number FROM shipment_items i JOIN orders o ON o.tenant_id = i.tenant_id AND o.id = i.order_id
          WHERE i.tenant_id = s.tenant_id AND i.shipment_id = s.id) v) AS orders
    FROM shipments s LEFT JOIN stores t ON t.tenant_id = s.tenant_id AND t.id = s.store_id
    WHERE s.tenant_id = ${who.tenantId} AND s.id = ANY (${[...ids]}::uuid[])`.execute(tx);
  const summaries = await readShipments(tx, who.tenantId, ids, grants);
  const extraOf = new Map(extras.map((extra) => [extra.id, extra]));
  const seesMoney = who.rights.has('money.view');
  return summaries.flatMap((summary) => {
    const extra = extraOf.get(summary.id);
    return extra ? [toRow(summary, extra, seesMoney)] : [];
  });
}

function toRow(shipment: ShipmentSummary, extra: ExtraRecord, seesMoney: boolean): ShipmentRow {
  const labels = shipment.documents.filter((document) => document.kind === 'label' || document.kind === 'return_label');
  const isVoid = shipment.state === 'voided' || shipment.state === 'voiding';
  const printable = labels.length > 0 && !isVoid;
  const bought = extra.source === 'bought';
  return {
    id: shipment.id,
    state: shipment.state,
    carrier: shipment.carrier ?? '',
    carrierName: shipment.carrierName ?? '',
    service: shipment.service ?? '',
    serviceName: shipment.serviceName ?? '',
    carriedBy: shipment.carriedBy ?? null,
    aggregator: shipment.aggregator ?? false,
    test: shipment.test,
    source: extra.source,
    direction: extra.direction,
    storeId: extra.store_id,
    storeName: extra.store_name,
    orders: extra.orders,
    recipient: extra.name ?? '',
    city: extra.city ?? '',
    provinceCode: extra.province ?? '',
    countryCode: extra.country ?? '',
    parcels: shipment.parcels.map(({ number, trackingNumber, trackingUrl }) => ({
      number,
      trackingNumber,
      trackingUrl,
    })),
    trackingStatus: shipment.trackingStatus,
    scannedAt: shipment.scannedAt,
    price: seesMoney && bought && shipment.price.minor !== null ? shipment.price : null,
    shipDate: shipment.shipDate,
    createdAt: shipment.createdAt,
    labels: labels.length,
    copiesPrinted: labels.reduce((n, document) => n + document.copiesPrinted, 0),
    customInvoice: extra.has_customs && crossesBorder(extra.from_country, extra.country),
    cancel: bought
      ? shipment.cancel
      : { ...shipment.cancel, allowed: false, reason: 'It was not bought here.', until: null },
    reprint: printable
      ? { allowed: true, ...shipment.reprint }
      : { allowed: false, warn: false, reason: isVoid ? 'The label is cancelled.' : 'There is no label file.' },
    refund: shipment.refund,
  };
}
