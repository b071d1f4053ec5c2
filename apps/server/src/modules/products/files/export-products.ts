/** Products as a file, read a page at a time while it is written: memory does not grow with their number. */
import type { BodyOf } from '@scanship/contracts/call';
import type { exportProducts as exportCall } from '@scanship/contracts/products/products';
import type { TableValue } from '@scanship/documents/tables/table-writer';
import { streamCsv, streamWorkbook } from '@scanship/documents/tables/table-stream';
import { ok } from '@scanship/domain/values/result';
import { type RawBuilder, sql } from 'kysely';
import type { RequestContext } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { DownloadAnswer } from '../../../platform/http/handler.ts';
import type { Outcome } from '../../../platform/problem.ts';
import { selectionSql } from '../commands/selection.ts';
import type { ProductState } from '../commands/write-products.ts';
import { factColumns } from '../fields.ts';
import { cellOf, FILE_COLUMNS } from './columns.ts';

const ROWS_AT_ONCE = 2_000;
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Rows in the order of their ids; each page is a transaction of its own, so nothing is held while the client reads. */
async function* rowsOf(
  db: Database,
  ctx: RequestContext,
  where: RawBuilder<unknown>,
): AsyncGenerator<readonly TableValue[]> {
  let after: string | undefined;
  for (;;) {
    const from: RawBuilder<unknown> = after === undefined ? sql`` : sql`AND p.id > ${after}::uuid`;
    const { rows } = await db.tenant(
      ctx,
      (tx) =>
        sql<ProductState>`SELECT p.id, p.sku, ${factColumns} FROM products p WHERE ${where} ${from}
          ORDER BY p.id LIMIT ${sql.lit(ROWS_AT_ONCE)}`.execute(tx),
      { readOnly: 'standby' },
    );
    for (const row of rows) yield FILE_COLUMNS.map(({ field }) => cellOf(field, row));
    after = rows.at(-1)?.id;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

/** Products.csv or Products.xlsx. Problem `validation` for a selection that says nothing. */
export async function exportProducts(
  db: Database,
  ctx: RequestContext,
  body: BodyOf<typeof exportCall>,
): Promise<Outcome<DownloadAnswer>> {
  const where = selectionSql(body, ctx.timeZone);
  if (!where.ok) return where;
  const french = ctx.locale === 'fr-CA';
  const headers = FILE_COLUMNS.map((column) => (french ? column.fr : column.en));
  const rows = rowsOf(db, ctx, where.value);
  const name = french ? 'Produits' : 'Products';
  return ok(
    body.format === 'csv'
      ? {
          kind: 'download',
          chunks: streamCsv(headers, rows),
          contentType: 'text/csv; charset=utf-8',
          fileName: `${name}.csv`,
        }
      : {
          kind: 'download',
          chunks: streamWorkbook(
            name,
            FILE_COLUMNS.map(({ width }, index) => ({ header: headers[index] ?? '', width })),
            rows,
          ),
          contentType: XLSX,
          fileName: `${name}.xlsx`,
        },
  );
}
