/** The guide for the first days of a customer (ux.md line 37). Reads what other modules keep; its own is only who wants to see it. */
import { addSampleOrder, confirmBrowserPrint, getFirstRun, showFirstRun } from '@scanship/contracts/network/first-run';
import { sql } from 'kysely';
import { allOrNothing } from '../../platform/database/all-or-nothing.ts';
import type { RequestContext } from '../../platform/context.ts';
import { data, type Route, route } from '../../platform/http/handler.ts';
import type { Services } from '../../platform/services.ts';
import type { CarriersModule } from '../carriers/index.ts';
import { createOpeningModule } from '../opening/index.ts';
import { sampleOrder } from './sample-order.ts';
import { readFirstRun } from './standing.ts';

export interface FirstRunModule {
  readonly routes: readonly Route[];
}

export function createFirstRunModule(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
  { carriers }: { readonly carriers: Pick<CarriersModule, 'accounts'> },
): FirstRunModule {
  const { db, clock } = services;
  const read = async (ctx: RequestContext) => {
    const accounts = await carriers.accounts(ctx);
    return db.tenant(ctx, (tx) => readFirstRun(ctx, tx, clock.now(), accounts), { readOnly: true });
  };
  return {
    routes: [
      // The first days of an installation and of a franchise.
      ...createOpeningModule(services, { carriers }).routes,
      route(getFirstRun, async ({ ctx }) => data(await read(ctx))),
      route(showFirstRun, async ({ ctx, body }) => {
        await db.tenant(ctx, (tx) =>
          sql`INSERT INTO first_runs (tenant_id, user_id, shown) VALUES (${ctx.tenantId}, ${ctx.userId}, ${body.shown})
            ON CONFLICT (tenant_id, user_id) DO UPDATE SET shown = EXCLUDED.shown, updated_at = now()`.execute(tx),
        );
        return data(await read(ctx));
      }),
      route(confirmBrowserPrint, async ({ ctx }) => {
        const now = clock.now().toISOString();
        await db.tenant(ctx, (tx) =>
          sql`INSERT INTO first_runs AS f (tenant_id, user_id, browser_printed_at)
            VALUES (${ctx.tenantId}, ${ctx.userId}, ${now}::timestamptz)
            ON CONFLICT (tenant_id, user_id) DO UPDATE SET
              browser_printed_at = coalesce(f.browser_printed_at, EXCLUDED.browser_printed_at), updated_at = now()`.execute(
            tx,
          ),
        );
        return data(await read(ctx));
      }),
      route(addSampleOrder, async ({ ctx }) => {
        const made = await allOrNothing(db, ctx, (tx) => sampleOrder(ctx, tx, clock.now()));
        return made.ok ? data(made.value) : made;
      }),
    ],
  };
}
