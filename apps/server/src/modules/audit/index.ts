/** The append-only, hash-chained log of acts: writing, sealing, reading, verifying. */
import { listAudit, verifyAudit } from '@scanship/contracts/access/audit';
import type { ActRecorder } from '../../platform/http/act-recorder.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import type { Services } from '../../platform/services.ts';
import { listEntries } from './list-entries.ts';
import { createActRecorder } from './record.ts';
import { createAuditSealer, type Sealer } from './sealer.ts';
import { verifyLog } from './verify.ts';

export { actorsOf, type AuditActor, OUTCOME, OUTCOME_SUBJECT, recordEvent } from './record.ts';
export { verifyLog, type Verdict } from './verify.ts';

export interface AuditModule {
  readonly routes: readonly Route[];
  /** What the HTTP layer writes acts down with. */
  readonly recorder: ActRecorder;
  /** Runs where jobs run. */
  readonly sealer: Sealer;
}

export const createAuditModule = (services: Services): AuditModule => {
  const { db } = services;
  return {
    recorder: createActRecorder(db, services.cookieSecret),
    sealer: createAuditSealer(services),
    routes: [
      route(listAudit, async ({ ctx, query }) => {
        const { size = 50, impersonated, ...filter } = query;
        return data(
          await listEntries(db, ctx, {
            ...filter,
            size,
            impersonated: impersonated === undefined ? undefined : impersonated === 'true',
          }),
        );
      }),
      route(verifyAudit, async ({ ctx }) => {
        const verdict = await verifyLog(db, ctx.tenantId);
        return data({ ...verdict, problems: [...verdict.problems] });
      }),
    ],
  };
};
