/** The calls of file import. */
import {
  checkImport as checkImportCall,
  commitImport as commitImportCall,
  importProblems,
  importTemplate,
  uploadOrders,
} from '@scanship/contracts/orders/order-import';
import { ok } from '@scanship/domain/values/result';
import { data, type Route, route } from '../../../platform/http/handler.ts';
import type { Services } from '../../../platform/services.ts';
import { checkImport, commitImport, problemFile, uploadImport } from './import-commands.ts';
import { templateCsv } from './template.ts';

const CSV = 'text/csv; charset=utf-8';

export function importRoutes({ clock, ...deps }: Pick<Services, 'db' | 'clock' | 'files'>): readonly Route[] {
  return [
    route(uploadOrders, async ({ ctx, file }) => {
      const uploaded = await uploadImport(deps, ctx, file);
      return uploaded.ok ? data(uploaded.value) : uploaded;
    }),
    route(checkImportCall, async ({ ctx, params, body }) => {
      const checked = await checkImport(deps, ctx, params.id, body, clock.now());
      return checked.ok ? data(checked.value) : checked;
    }),
    route(commitImportCall, async ({ ctx, params, body }) => {
      const done = await commitImport(deps, ctx, params.id, body, clock.now());
      if (!done.ok) return done;
      const { created } = done.value;
      return data(done.value, {
        successMessage: created === 1 ? '1 order was created.' : `${created} orders were created.`,
      });
    }),
    route(importTemplate, async ({ ctx }) =>
      ok({
        kind: 'file',
        bytes: templateCsv(ctx.locale === 'fr-CA' ? 'fr' : 'en'),
        contentType: CSV,
        fileName: ctx.locale === 'fr-CA' ? 'modele-commandes.csv' : 'orders-template.csv',
      }),
    ),
    route(importProblems, async ({ ctx, params }) => {
      const file = await problemFile(deps, ctx, params.id, clock.now());
      return file.ok ? ok({ kind: 'file', ...file.value, contentType: CSV }) : file;
    }),
  ];
}
