/** The calls of a file of products. */
import {
  checkProductImport,
  commitProductImport,
  fillProductImport,
  productImportProblems,
  productTemplate,
  uploadProducts,
} from '@scanship/contracts/products/product-import';
import { ok } from '@scanship/domain/values/result';
import { allOrNothing } from '../../../platform/database/all-or-nothing.ts';
import { data, type Route, route } from '../../../platform/http/handler.ts';
import type { Services } from '../../../platform/services.ts';
import { fillFromProducts } from '../commands/fill-orders.ts';
import { countOpenOrders, MANY_TIMEOUT_MS, type ProductsDeps } from '../routes.ts';
import { checkImport, commitImport, problemFile, productsOfImport, uploadImport } from './import-commands.ts';
import { templateWorkbook } from './template.ts';

const CSV = 'text/csv; charset=utf-8';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function importRoutes(services: Pick<Services, 'db' | 'clock' | 'files'>, deps: ProductsDeps): readonly Route[] {
  const { db, clock } = services;
  return [
    route(uploadProducts, async ({ ctx, file }) => {
      const uploaded = await uploadImport(services, ctx, file);
      return uploaded.ok ? data(uploaded.value) : uploaded;
    }),
    route(checkProductImport, async ({ ctx, params, body }) => {
      const checked = await checkImport(services, ctx, params.id, body);
      return checked.ok ? data(checked.value) : checked;
    }),
    route(commitProductImport, async ({ ctx, params, body }) => {
      const done = await commitImport(services, ctx, params.id, body, clock.now());
      if (!done.ok) return done;
      const { productIds, ...counts } = done.value;
      const taken = counts.created + counts.changed;
      return data(
        { ...counts, importId: params.id, openOrders: await countOpenOrders(services, deps, ctx, productIds) },
        { successMessage: taken === 1 ? '1 product was taken over.' : `${taken} products were imported.` },
      );
    }),
    route(fillProductImport, async ({ ctx, params }) => {
      const ids = await productsOfImport(services, ctx, params.id);
      if (!ids.ok) return ids;
      const filled = await allOrNothing(
        db,
        ctx,
        async (tx) =>
          ok(
            await fillFromProducts(tx, (inner, input) => deps.fillOpenOrders(ctx, inner, input), {
              productIds: ids.value,
              fill: true,
              now: clock.now(),
            }),
          ),
        { statementTimeoutMs: MANY_TIMEOUT_MS },
      );
      if (!filled.ok) return filled;
      const orders = filled.value === 1 ? '1 order' : `${filled.value} orders`;
      return data({ orders: filled.value }, { successMessage: `${orders} completed.` });
    }),
    route(productTemplate, async ({ ctx }) =>
      ok({
        kind: 'file',
        bytes: await templateWorkbook(ctx.locale === 'fr-CA' ? 'fr' : 'en'),
        contentType: XLSX,
        fileName: ctx.locale === 'fr-CA' ? 'modele-produits.xlsx' : 'products-template.xlsx',
      }),
    ),
    route(productImportProblems, async ({ ctx, params }) => {
      const file = await problemFile(services, ctx, params.id);
      return file.ok ? ok({ kind: 'file', ...file.value, contentType: CSV }) : file;
    }),
  ];
}
