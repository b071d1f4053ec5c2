/** The calls of the labels page. */
import {
  exportShipments,
  listShipments as listCall,
  type ShipmentFilters,
  type ShipmentRow,
} from '@scanship/contracts/shipping/shipment-list';
import { streamCsv, streamWorkbook } from '@scanship/documents/tables/table-stream';
import { ok } from '@scanship/domain/values/result';
import type { RequestContext } from '../../platform/context.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { prefersCsv } from '../../platform/http/prefers-csv.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { type ListDeps, listShipments, readRows } from './queries/list-shipments.ts';
import { readFilters } from './queries/list-shipments-filters.ts';
import { conditionsOf, type KeyRecord, pageSql, type Slice } from './queries/list-shipments-sql.ts';
import { shipmentTable } from './queries/shipment-table.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Shipments that one transaction reads. */
const BATCH = 500;
/** Most of one file. */
const MOST = 100_000;

interface Chosen {
  readonly ids?: readonly string[] | null | undefined;
  readonly filters?: ShipmentFilters | null | undefined;
  readonly excludeIds?: readonly string[] | null | undefined;
  readonly sort?: 'createdAt' | '-createdAt' | null | undefined;
}

type Who = Pick<RequestContext, 'tenantId' | 'timeZone' | 'rights'>;

/** Batches of chosen shipments; read by key, each in a transaction of its own, and no further when the client goes away. */
async function* readBatches(
  { db, grants }: ListDeps,
  ctx: Who,
  chosen: Chosen,
  conditions: ReturnType<typeof conditionsOf> | undefined,
  signal: AbortSignal,
): AsyncGenerator<readonly ShipmentRow[]> {
  const read = (ids: readonly string[]) =>
    db.tenant(ctx, (tx) => readRows(tx, ctx, ids, grants), { readOnly: 'standby' });
  if (!conditions) {
    const ids = [...new Set(chosen.ids ?? [])];
    for (let at = 0; at < ids.length; at += BATCH) {
      signal.throwIfAborted();
      yield await read(ids.slice(at, at + BATCH));
    }
    return;
  }
  const excluded = new Set(chosen.excludeIds ?? []);
  let slice: Slice = { skip: 0 };
  for (;;) {
    signal.throwIfAborted();
    const here: Slice = slice;
    const keys: readonly KeyRecord[] = await db.tenant(
      ctx,
      async (tx) => (await pageSql(conditions, chosen.sort !== 'createdAt', here, BATCH).execute(tx)).rows,
      { readOnly: 'standby' },
    );
    const ids = keys.map(({ id }) => id).filter((id) => !excluded.has(id));
    if (ids.length > 0) yield await read(ids);
    const last = keys.at(-1);
    if (keys.length < BATCH || !last) return;
    slice = { after: { createdAt: last.created_key, id: last.id } };
  }
}

/** Whether more shipments match than one file takes: it must not end in silence. */
const reachesBeyond = async (
  { db }: ListDeps,
  ctx: Who,
  conditions: ReturnType<typeof conditionsOf>,
  most: number,
): Promise<boolean> => {
  const { rows } = await db.tenant(ctx, (tx) => pageSql(conditions, true, { skip: most }, 1).execute(tx), {
    readOnly: 'standby',
  });
  return rows.length > 0;
};

/** What is to be exported, begun: nothing that can be said in a sentence is left to a broken download. */
async function begin(
  deps: ListDeps,
  ctx: Who,
  chosen: Chosen,
  signal: AbortSignal,
): Promise<Outcome<AsyncGenerator<readonly ShipmentRow[]>>> {
  if (!chosen.ids && !chosen.filters)
    return problem('validation', {
      message: 'No shipments are selected.',
      errors: [{ field: 'filters', message: 'No shipments are selected.' }],
    });
  const filters = chosen.ids ? undefined : readFilters(chosen.filters ?? {}, ctx.timeZone);
  if (filters && !filters.ok) return filters;
  const conditions = filters && conditionsOf(filters.value);
  if (conditions && (await reachesBeyond(deps, ctx, conditions, MOST)))
    return problem('validation', {
      message: `More than ${MOST.toLocaleString('en-CA')} labels match these filters.`,
      advice: 'Choose fewer of them, by the days they were bought for instance, and export several files.',
      errors: [{ field: 'filters', message: 'Too many labels for one file.' }],
    });
  const source = readBatches(deps, ctx, chosen, conditions, signal);
  const first = await source.next();
  if (first.done === true || first.value.length === 0)
    return problem('not_found', { message: 'No shipment matches these filters.' });
  const begun = first.value;
  return ok(
    (async function* all() {
      try {
        yield begun;
        yield* source;
      } finally {
        await source.return(undefined);
      }
    })(),
  );
}

export const shipmentListRoutes = (deps: ListDeps): readonly Route[] => [
  route(listCall, async ({ ctx, query, body }) => {
    const list = await listShipments(deps, ctx, query, body);
    return list.ok ? data(list.value) : list;
  }),
  route(exportShipments, async ({ ctx, body, accept, signal }) => {
    const batches = await begin(deps, ctx, body, signal);
    if (!batches.ok) return batches;
    const table = shipmentTable(ctx);
    async function* rows() {
      if (batches.ok) for await (const batch of batches.value) for (const row of batch) yield table.row(row);
    }
    if (prefersCsv(accept))
      return ok({
        kind: 'download',
        contentType: 'text/csv; charset=utf-8',
        fileName: 'Labels.csv',
        chunks: streamCsv(
          table.columns.map(({ header }) => header),
          rows(),
        ),
      });
    return ok({
      kind: 'download',
      contentType: XLSX,
      fileName: 'Labels.xlsx',
      chunks: streamWorkbook(table.sheet, table.columns, rows()),
    });
  }),
];
