/** Labels that carriers know, held against those that are known here: by night, when a person asks, and what is found. */
import {
  confirmNothingMissing,
  getLabelReconciliation,
  reconcileLabels,
} from '@scanship/contracts/carriers/label-reconciliation';
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import type { RequestContext } from '../../platform/context.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { markAsked, readUnasked } from '../../platform/database/unasked-accounts.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import type { CarriersModule } from '../carriers/index.ts';
import type { ExceptionSource } from '../exceptions/index.ts';
import { PREFIX } from './causes.ts';
import { type OwnerLabels, ownerLabels } from './for-owners.ts';
import type { AccountRef } from './read-ours.ts';
import { beginRun, QUIET_MS } from './run-rows.ts';
import { openCauses } from './tell-findings.ts';
import { readReconciliation, whyNotAsked } from './view.ts';
import { createLabelWorker, type LabelWorker, type WorkerTimes } from './worker.ts';

export { readStanding } from './hold.ts';
export { whyNotAsked } from './view.ts';
export type { OwnerLabels } from './for-owners.ts';
export type { LabelWorker } from './worker.ts';

export interface LabelReconciliationTimes extends WorkerTimes {
  /** Labels that are younger are left to the next comparison. Milliseconds. */
  readonly quietMs?: number | undefined;
}

export interface LabelReconciliationModule {
  readonly routes: readonly Route[];
  /** Findings, for the exceptions inbox. */
  readonly exceptions: ExceptionSource;
  readonly forOwners: OwnerLabels;
  /** Runs where jobs run. */
  readonly worker: LabelWorker;
}

interface OwnAccount {
  readonly account: AccountRef;
  readonly manifest: CarrierManifest;
}

export function createLabelReconciliationModule(
  services: Pick<Services, 'db' | 'clock' | 'log' | 'config'>,
  deps: {
    readonly journal: Journal;
    readonly carriers: Pick<CarriersModule, 'grants' | 'registry'>;
    readonly times?: LabelReconciliationTimes | undefined;
  },
): LabelReconciliationModule {
  const { db, clock, config } = services;
  const { registry, grants } = deps.carriers;
  const quietMs = deps.times?.quietMs ?? QUIET_MS;
  const nameOf = (slug: string, account: string): string => {
    const entry = registry.find(slug);
    if (!entry) return account;
    // A carrier that we draw ourselves goes by the account's name.
    return entry.manifest.maturity === 'own' && !entry.sample ? account : entry.manifest.name;
  };
  const lists = (slug: string): boolean => {
    const manifest = registry.find(slug)?.manifest;
    return manifest !== undefined && whyNotAsked(manifest) === null;
  };
  const worker = createLabelWorker({
    ...services,
    journal: deps.journal,
    grants,
    nameOf,
    listing: registry.all().flatMap(({ manifest: { slug } }) => (lists(slug) ? [slug] : [])),
    withTest: config.simulators,
    quietMs,
    times: deps.times,
  });

  async function ownAccount(ctx: RequestContext, accountId: string): Promise<Outcome<OwnAccount>> {
    const row = await db.tenant(
      ctx,
      (tx) =>
        tx
          .selectFrom('carrier_accounts')
          .select('slug')
          .where('tenant_id', '=', ctx.tenantId)
          .where('id', '=', accountId)
          .where('state', '<>', 'removed')
          .executeTakeFirst(),
      { readOnly: true },
    );
    const manifest = row && registry.find(row.slug)?.manifest;
    return manifest
      ? { ok: true, value: { account: { tenantId: ctx.tenantId, accountId }, manifest } }
      : problem('not_found');
  }

  const routes: readonly Route[] = [
    route(getLabelReconciliation, async ({ ctx, params }) => {
      const own = await ownAccount(ctx, params.id);
      return own.ok ? data(await readReconciliation(db, own.value.account, own.value.manifest)) : own;
    }),
    route(reconcileLabels, async ({ ctx, params }) => {
      const own = await ownAccount(ctx, params.id);
      if (!own.ok) return own;
      const { account, manifest } = own.value;
      const whyNot = whyNotAsked(manifest);
      if (whyNot !== null) return problem('forbidden', { message: whyNot });
      await db.tenant(ctx, async (tx) => {
        const hold = (await readUnasked(tx, account.tenantId)).find(({ accountId }) => accountId === account.accountId);
        const run = { now: clock.now(), createdBy: ctx.userId };
        // Of one on hold whatever ends the hold is asked for.
        await beginRun(
          tx,
          account,
          hold ? { ...run, why: 'restore', since: hold.since, quietMs: 0 } : { ...run, why: 'asked', quietMs },
        );
      });
      worker.wake();
      return data(await readReconciliation(db, account, manifest), { successMessage: 'The comparison has begun.' });
    }),
    route(confirmNothingMissing, async ({ ctx, params }) => {
      const own = await ownAccount(ctx, params.id);
      if (!own.ok) return own;
      const { account, manifest } = own.value;
      if (!(await markAsked(db, account)))
        return problem('not_found', { message: 'Nothing is to be asked about this account.' });
      return data(await readReconciliation(db, account, manifest), {
        successMessage: 'The account can be bought with again.',
      });
    }),
  ];
  return {
    routes,
    worker,
    forOwners: ownerLabels(db, lists),
    exceptions: { prefixes: [PREFIX], causes: (tenantId) => openCauses({ db, nameOf }, tenantId) },
  };
}
