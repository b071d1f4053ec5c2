/** Carriers' invoices: uploads, matching, differences, what is passed down, objections, the report. */
import * as reports from '@scanship/contracts/carriers/bill-report';
import * as calls from '@scanship/contracts/carriers/carrier-bills';
import { streamWorkbook } from '@scanship/documents/tables/table-stream';
import { ok } from '@scanship/domain/values/result';
import { allOrNothing } from '../../platform/database/all-or-nothing.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { type BillWorker, type BillWorkerOptions, createBillWorker } from './bill-worker.ts';
import { decideDifferences } from './decide.ts';
import { addFile, readFileOf } from './dispute-files.ts';
import { answerDispute, bear, raiseDispute, withdraw } from './disputes.ts';
import { matchByHand } from './match-by-hand.ts';
import { listAdjustments, listDisputes } from './read-adjustments.ts';
import { listDifferences, listFiles, listLines } from './read-bills.ts';
import { exportRows, readReport, REPORT_COLUMNS } from './report.ts';
import { nameWords } from './name-words.ts';
import { previewDecision } from './preview.ts';
import { readSettings, saveSettings } from './settings.ts';
import { undoDecisions } from './undo.ts';
import { uploadBill } from './upload.ts';

export { type BillWorker, type BillWorkerOptions, createBillWorker } from './bill-worker.ts';
export { decideDifferences } from './decide.ts';
export { type PurchaseFacts, readFacts } from './purchase-facts.ts';
export { readUnknownCharges, type UnknownCharge } from './unknown-charges.ts';
export { uploadBill } from './upload.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export interface CarrierBillsModule {
  readonly routes: readonly Route[];
  readonly worker: BillWorker;
}

export function createCarrierBillsModule(
  services: Pick<Services, 'db' | 'log' | 'files'>,
  options: BillWorkerOptions = {},
): CarrierBillsModule {
  const { db } = services;
  const worker = createBillWorker(services, options);
  const soon = <T>(value: T): T => {
    worker.nudge();
    return value;
  };

  const routes: readonly Route[] = [
    route(calls.billAccounts, async ({ ctx }) => {
      const rows = await db.tenant(
        ctx,
        (tx) =>
          tx
            .selectFrom('carrier_accounts')
            .select(['id', 'name', 'slug'])
            .where('tenant_id', '=', ctx.tenantId)
            .where('state', '<>', 'removed')
            .orderBy('name')
            .execute(),
        { readOnly: true },
      );
      return data({ accounts: rows.map(({ id, name, slug }) => ({ id, name, carrier: slug })) });
    }),
    route(calls.listBillFiles, async ({ ctx, query }) => data(await listFiles(db, ctx, query))),
    route(calls.uploadBillFile, async ({ ctx, body, file }) => {
      const taken = await uploadBill(services, ctx, file, body);
      if (!taken.ok) return taken;
      if ('toMap' in taken.value) {
        const { headers, sample, mapping, remembered } = taken.value.toMap;
        const toMap = {
          headers: [...headers],
          sample: sample.map((row) => [...row]),
          mapping: { ...mapping, weightUnit: mapping.weightUnit, columns: { ...mapping.columns } },
          remembered,
        };
        return data({ file: null, toMap });
      }
      const { files } = await listFiles(db, ctx, {}, taken.value.fileId);
      return soon(
        data({ file: files[0] ?? null, toMap: null }, { successMessage: 'The file was taken; it is being compared.' }),
      );
    }),
    route(calls.listBillLines, async ({ ctx, query }) => data(await listLines(db, ctx, query))),
    route(calls.matchBillLine, async ({ ctx, params, body }) => {
      const done = await matchByHand(db, ctx, params.id, body.purchaseId);
      return done.ok ? data({ state: done.value }, { successMessage: 'Assigned.' }) : done;
    }),
    route(calls.listBillDifferences, async ({ ctx, query }) => data(await listDifferences(db, ctx, query))),
    route(calls.decideBillDifferences, async ({ ctx, body }) => {
      const { ids, action, note, fingerprint } = body;
      if (action !== 'dispute' && fingerprint === undefined)
        return problem('validation', {
          errors: [{ field: 'fingerprint', code: 'required', message: 'Look first at who gains and who pays by it.' }],
        });
      const done = await decideDifferences(
        db,
        ctx,
        ids,
        action === 'dispute'
          ? { action, note, claimUntil: body.claimUntil }
          : { action, note, fingerprint: fingerprint ?? '' },
      );
      if (!done.ok) return done;
      if (done.value.decided === 0)
        return problem('forbidden', { message: 'These were decided already, or cannot be decided like that.' });
      const { decided } = done.value;
      const words = decided === 1 ? '1 difference was decided.' : `${decided} differences were decided.`;
      return soon(data(done.value, { successMessage: words }));
    }),
    route(calls.previewBillDifferences, async ({ ctx, body }) =>
      data(await previewDecision(db, ctx, body.ids, body.action)),
    ),
    route(calls.nameBillWords, async ({ ctx, params, body }) => {
      const done = await nameWords(db, ctx, params.id, body.kind);
      return done.ok ? data(done.value, { successMessage: 'Saved.' }) : done;
    }),
    route(calls.undoBillDifferences, async ({ ctx, body }) => {
      const done = await undoDecisions(db, ctx, body.ids, body.fingerprint);
      if (!done.ok) return done;
      if (done.value.undone === 0) return problem('forbidden', { message: 'Nothing of this can be undone.' });
      return soon(data(done.value, { successMessage: 'It was reversed.' }));
    }),
    route(calls.getBillSettings, async ({ ctx }) =>
      data(await db.tenant(ctx, (tx) => readSettings(tx, ctx.tenantId), { readOnly: true })),
    ),
    route(calls.saveBillSettings, async ({ ctx, body }) => {
      const saved = await db.tenant(ctx, (tx) => saveSettings(tx, ctx.tenantId, body));
      return saved.ok ? data(saved.value, { successMessage: 'Saved.' }) : saved;
    }),
    route(calls.listAdjustments, async ({ ctx, query }) => data(await listAdjustments(db, ctx, query))),
    route(calls.disputeAdjustment, async ({ ctx, params, body }) => {
      const raised = await allOrNothing(db, ctx, (tx) => raiseDispute(tx, ctx, params.id, body.text));
      return raised.ok
        ? data(
            { disputeId: raised.value },
            { successMessage: 'Your objection was sent. Nothing is charged until it is decided.' },
          )
        : raised;
    }),
    route(calls.addDisputeFile, async ({ ctx, params, file }) => {
      const added = await addFile(db, ctx, params.id, file);
      return added.ok ? data({ fileName: added.value }) : added;
    }),
    route(calls.disputeFile, async ({ ctx, params }) => readFileOf(db, ctx, params.id)),
    route(calls.withdrawDispute, async ({ ctx, params }) => {
      const done = await allOrNothing(db, ctx, (tx) => withdraw(tx, ctx, params.id));
      return done.ok ? soon(data({ state: done.value }, { successMessage: 'The objection was withdrawn.' })) : done;
    }),
    route(calls.bearAdjustment, async ({ ctx, params }) => {
      const done = await allOrNothing(db, ctx, (tx) => bear(tx, ctx, params.id));
      return done.ok ? soon(data({ state: done.value }, { successMessage: 'It is not passed on.' })) : done;
    }),
    route(calls.listDisputes, async ({ ctx, query }) => data(await listDisputes(db, ctx, query))),
    route(calls.answerDispute, async ({ ctx, params, body }) => {
      const done = await allOrNothing(db, ctx, (tx) => answerDispute(tx, ctx, params.id, body.action, body.answer));
      return done.ok ? soon(data({ state: done.value }, { successMessage: 'Your answer was recorded.' })) : done;
    }),
    route(reports.billReport, async ({ ctx, query }) => data({ rows: [...(await readReport(db, ctx, query))] })),
    route(reports.exportBillReport, ({ ctx, query, signal }) =>
      Promise.resolve(
        ok({
          kind: 'download',
          chunks: streamWorkbook('Differences', REPORT_COLUMNS, exportRows(db, ctx, query, signal)),
          contentType: XLSX,
          fileName: `carrier-invoices-${query.from}-${query.to}.xlsx`,
        }),
      ),
    ),
  ];
  return { routes, worker };
}
