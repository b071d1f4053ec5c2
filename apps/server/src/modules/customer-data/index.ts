/** What is stored of a customer, for the franchise that answers for it. */
import * as calls from '@scanship/contracts/network/customer-data';
import type { RequestContext } from '../../platform/context.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { createExportWorker, type ExportDeps, type ExportWorker } from './export-worker.ts';
import type { Services } from '../../platform/services.ts';
import type { PaymentsModule } from '../payments/index.ts';
import type { ShipmentsModule } from '../shipments/index.ts';
import type { StatementsModule } from '../statements/index.ts';
import { labelsAbovePlan } from '../subscriptions/index.ts';
import type { StoresModule } from '../stores/index.ts';
import { askErasure, type ErasureDone, viewErasure, withdraw } from './erasure/erasure-commands.ts';
import { createErasureWorker, type ErasureDeps, type ErasureWorker } from './erasure/erasure-worker.ts';
import { listExports, openExport, startExport } from './exports.ts';

export type { ErasureWorker } from './erasure/erasure-worker.ts';
export type { ExportWorker } from './export-worker.ts';

export function createCustomerDataModule(
  services: Services,
  {
    statements,
    shipments,
    stores,
    payments,
    mail,
  }: {
    readonly statements: Pick<StatementsModule, 'papersOf' | 'keepPapers'>;
    readonly shipments: Pick<ShipmentsModule, 'countVoidable'>;
    readonly stores: Pick<StoresModule, 'disconnectAll'>;
    readonly payments: Pick<PaymentsModule, 'forgetCards'>;
    readonly mail: ErasureDeps['mail'];
  },
): {
  readonly routes: readonly Route[];
  readonly exports: ExportWorker;
  readonly erasures: ErasureWorker;
} {
  const deps: ExportDeps & ErasureDeps = {
    ...services,
    papersOf: statements.papersOf,
    keepPapers: statements.keepPapers,
    countVoidable: shipments.countVoidable,
    labelsAbovePlan: (tenantId) =>
      services.db.tenant({ tenantId }, (tx) => labelsAbovePlan(tx, tenantId, services.config.simulators), {
        readOnly: true,
      }),
    disconnectStores: stores.disconnectAll,
    forgetCards: payments.forgetCards,
    mail,
  };
  const { db, clock } = services;
  const answer = async (
    ctx: RequestContext,
    customerId: string,
    more: { readonly successMessage?: string; readonly told?: Readonly<Record<string, string>> } = {},
  ) => {
    const found = await listExports(db, ctx, customerId);
    return found.ok ? data(found.value, more) : found;
  };
  const erasure = async (ctx: RequestContext, customerId: string, done: ErasureDone, successMessage: string) => {
    if (!done.ok) return done;
    const found = await viewErasure(deps, ctx, customerId);
    return found.ok ? data(found.value, { successMessage, told: { name: done.value.name } }) : found;
  };
  return {
    exports: createExportWorker(deps),
    erasures: createErasureWorker(deps),
    routes: [
      route(calls.listCustomerExports, ({ ctx, params }) => answer(ctx, params.id)),
      route(calls.startCustomerExport, async ({ ctx, params }) => {
        const started = await startExport(db, ctx, params.id, clock.now());
        return started.ok
          ? answer(ctx, params.id, { successMessage: 'The file is being made.', told: { name: started.value.name } })
          : started;
      }),
      route(calls.downloadCustomerExport, ({ ctx, params }) => openExport(db, ctx, params)),
      route(calls.getCustomerErasure, async ({ ctx, params }) => {
        const found = await viewErasure(deps, ctx, params.id);
        return found.ok ? data(found.value) : found;
      }),
      route(calls.eraseCustomer, async ({ ctx, params, body }) =>
        erasure(
          ctx,
          params.id,
          await askErasure(deps, ctx, params.id, body),
          'The customer is suspended, and erased when the days are over.',
        ),
      ),
      route(calls.withdrawErasure, async ({ ctx, params }) =>
        erasure(ctx, params.id, await withdraw(deps, ctx, params.id), 'The customer is not erased.'),
      ),
    ],
  };
}
