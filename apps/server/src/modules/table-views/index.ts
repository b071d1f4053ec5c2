/** How people keep their tables: filters, named views, columns; and the views a customer shares (decisions 26). */
import {
  changeSharedView,
  getTableUi,
  removeSharedView,
  saveTableUi,
  shareView,
} from '@scanship/contracts/orders/table-views';
import { data, type Route, route } from '../../platform/http/handler.ts';
import type { Services } from '../../platform/services.ts';
import { readTableUi, writeTableUi } from './own-record.ts';
import { addShared, changeShared, readShared, removeShared, whyNotShared } from './shared-views.ts';

export interface TableViewsModule {
  readonly routes: readonly Route[];
}

export function createTableViewsModule({ db }: Pick<Services, 'db'>): TableViewsModule {
  return {
    routes: [
      route(getTableUi, async ({ ctx, query }) =>
        data(
          await db.tenant(
            ctx,
            async (tx) => ({
              ...(await readTableUi(tx, ctx, query.table)),
              shared: await readShared(tx, ctx, query.table),
              canShare: ctx.rights.has('settings.manage'),
            }),
            { readOnly: true },
          ),
        ),
      ),
      route(saveTableUi, async ({ ctx, body }) => {
        const saved = await db.tenant(ctx, (tx) => writeTableUi(tx, ctx, body));
        return saved.ok ? data(saved.value) : saved;
      }),
      route(shareView, async ({ ctx, body }) => {
        const shared = await db.tenant(ctx, (tx) => addShared(tx, ctx, body)).catch(whyNotShared);
        return shared.ok ? data(shared.value, { successMessage: 'View shared.' }) : shared;
      }),
      route(changeSharedView, async ({ ctx, params, body }) => {
        const changed = await db.tenant(ctx, (tx) => changeShared(tx, params.id, body)).catch(whyNotShared);
        return changed.ok ? data(changed.value, { successMessage: 'View saved.' }) : changed;
      }),
      route(removeSharedView, async ({ ctx, params }) => {
        const removed = await db.tenant(ctx, (tx) => removeShared(tx, params.id));
        return removed.ok ? data(removed.value, { successMessage: 'View is shared no longer.' }) : removed;
      }),
    ],
  };
}
