/** The append-only, hash-chained log of acts: writing, sealing, reading, verifying. */
import { exportAudit, listAudit, verifyAudit } from '@scanship/contracts/access/audit';
import type { ActRecorder } from '../../platform/http/act-recorder.ts';
import { ok } from '@scanship/domain/values/result';
import { data, route, type Route } from '../../platform/http/handler.ts';
import type { Services } from '../../platform/services.ts';
import { dayIn } from '../../platform/time-zone.ts';
import { auditFile } from './audit-file.ts';
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
      route(exportAudit, async ({ ctx, query: { impersonated, ...filter } }) =>
        ok({
          kind: 'download',
          contentType: 'text/csv; charset=utf-8',
          fileName: `Audit log ${dayIn(services.clock.now(), ctx.timeZone)}.csv`,
          chunks: auditFile(db, ctx, {
            ...filter,
            impersonated: impersonated === undefined ? undefined : impersonated === 'true',
          }),
        }),
      ),
      route(verifyAudit, async ({ ctx }) => {
        const verdict = await verifyLog(db, ctx.tenantId);
        return data({ ...verdict, problems: [...verdict.problems] });
      }),
    ],
  };
};
