/** What people ask of printing (contracts/printing/printers.ts). */
import {
  addNetworkPrinter,
  addPrinterSettings,
  autoprintSetting,
  cancelPrintJob,
  listPrinters,
  listPrinterSettings,
  listPrintJobs,
  printDocuments as printDocumentsCall,
  rawLabels,
  type PrintAgent,
  type PrintJob,
  type Printer,
  removeAgent,
  removeNetworkPrinter,
  renameAgent,
  reprintJob as reprintJobCall,
  settlePrintJob,
  setupAgent,
  syncPrinters,
  testPrinter,
} from '@scanship/contracts/printing/printers';
import { AGENT_QUIET_MS } from '@scanship/domain/printing/printing';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import { allOrNothing } from '../../platform/database/all-or-nothing.ts';
import type { AgentTokens } from '../../platform/http/agent-token.ts';
import { data, type Route, route } from '../../platform/http/handler.ts';
import { announce } from '../../platform/live/notices.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { SiteOrigins } from '../../platform/hosts.ts';
import { addPrinter, removePrinter } from './commands/network-printers.ts';
import { brandNameOf, newPairingCode, revokeAgent } from './commands/pair-agent.ts';
import { labelsAsZpl } from './commands/raw-labels.ts';
import { printDocuments, queueJobs } from './commands/print-documents.ts';
import { cancelJob, reprintJob, settlePrinted } from './commands/reprint-job.ts';
import { saveSettings, switchAutoprint } from './commands/save-settings.ts';
import type { Packages } from './packages.ts';
import type { PrintingDeps } from './ports.ts';
import { listJobs, type ReadJob, readJob } from './queries/list-jobs.ts';
import { listSettings, readAgents, readPrinters } from './queries/list-printers.ts';
import { archOf, setupDownload, systemOf } from './setup-download.ts';
import { say } from './signals.ts';
import { readTargets } from './station.ts';
import { testPageContent } from './test-content.ts';

/** Longest time a person waits for the end of a test page. */
const TEST_WAIT_MS = 8_000;
/** Longest time a person waits for the machines' word. */
const SYNC_WAIT_MS = 5_000;

export interface UserRouteParts {
  readonly tokens: AgentTokens;
  readonly packages: Packages;
  readonly userNames: (ctx: RequestContext, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Where a machine that is paired finds its franchise. */
  readonly origins: SiteOrigins;
  /** For tests; never settings. */
  readonly waits?: { readonly testMs?: number; readonly syncMs?: number } | undefined;
}

export function userRoutes(deps: PrintingDeps, parts: UserRouteParts): readonly Route[] {
  const { db, signals, clock } = deps;
  const { packages } = parts;
  const testWait = parts.waits?.testMs ?? TEST_WAIT_MS;
  const syncWait = parts.waits?.syncMs ?? SYNC_WAIT_MS;

  const withNames = async (ctx: RequestContext, jobs: readonly ReadJob[]): Promise<PrintJob[]> => {
    const ids = [...new Set(jobs.flatMap(({ askedById }) => askedById ?? []))];
    const names = ids.length === 0 ? new Map<string, string>() : await parts.userNames(ctx, ids);
    return jobs.map(({ askedById, ...job }) => ({ ...job, askedBy: names.get(askedById ?? '') ?? null }));
  };

  const jobOf = async (ctx: RequestContext, id: string): Promise<Outcome<PrintJob>> => {
    const job = await db.tenant(ctx, (tx) => readJob(tx, ctx.tenantId, id), { readOnly: true });
    const [named] = job ? await withNames(ctx, [job]) : [];
    return named ? ok(named) : problem('not_found');
  };

  const agentsOf = async (ctx: RequestContext, id?: string): Promise<PrintAgent[]> => {
    const agents = await db.tenant(ctx, (tx) => readAgents(tx, ctx.tenantId, packages, { id }), { readOnly: true });
    const ids = [...new Set(agents.flatMap(({ pairedById }) => pairedById ?? []))];
    const names = ids.length === 0 ? new Map<string, string>() : await parts.userNames(ctx, ids);
    return agents.map(({ pairedById, ...agent }) => ({ ...agent, pairedBy: names.get(pairedById ?? '') ?? null }));
  };

  const listing = async (ctx: RequestContext): Promise<{ agents: PrintAgent[]; printers: Printer[] }> => ({
    agents: await agentsOf(ctx),
    printers: [...(await db.tenant(ctx, (tx) => readPrinters(tx, ctx.tenantId), { readOnly: true }))],
  });

  /** Asks the machines that were heard of a moment ago. @returns the ids of those that said nothing in time */
  const askMachines = async (ctx: RequestContext, machineId: string | undefined): Promise<readonly string[]> => {
    const named = machineId === undefined ? sql`` : sql`AND machine_id = ${machineId}`;
    const asked = await db.tenant(ctx, async (tx) => {
      const { rows } = await sql<{
        id: string;
        machine_id: string;
        at: Date;
      }>`UPDATE agents SET sync_wanted_at = clock_timestamp()
        WHERE tenant_id = ${ctx.tenantId} AND revoked_at IS NULL ${named}
          AND last_seen_at > clock_timestamp() - ${AGENT_QUIET_MS} * interval '1 millisecond'
        RETURNING id, machine_id, sync_wanted_at AS at`.execute(tx);
      for (const { id } of rows) await say(tx, `agent:${id}`);
      return rows;
    });
    const until = Date.now() + syncWait;
    const told = await Promise.all(
      asked.map(async (agent) => {
        const waiting = await signals.listen(`synced:${agent.id}`);
        signals.wake(`agent:${agent.id}`);
        try {
          for (;;) {
            const { rows } = await db.tenant(
              ctx,
              (tx) =>
                sql<{ done: boolean }>`SELECT synced_at >= sync_wanted_at AS done FROM agents
                  WHERE tenant_id = ${ctx.tenantId} AND id = ${agent.id}`.execute(tx),
              { readOnly: true },
            );
            if (rows[0]?.done === true) return undefined;
            const left = until - Date.now();
            if (left <= 0 || (await waiting.next(left)) !== 'signal') return agent.machine_id;
          }
        } finally {
          waiting.close();
        }
      }),
    );
    return told.flatMap((machine) => machine ?? []);
  };

  /** Until the job is over, or the time is. */
  const awaitEnd = async (ctx: RequestContext, id: string, abort: AbortSignal): Promise<Outcome<PrintJob>> => {
    const waiting = await signals.listen(`job:${id}`, abort);
    const until = Date.now() + testWait;
    try {
      for (;;) {
        const job = await jobOf(ctx, id);
        const open = job.ok && ['queued', 'leased', 'spooled'].includes(job.value.state);
        const left = until - Date.now();
        if (!open || left <= 0 || (await waiting.next(left)) === 'end') return job;
      }
    } finally {
      waiting.close();
    }
  };

  return [
    route(listPrinters, async ({ ctx }) => data(await listing(ctx))),
    route(listPrinterSettings, async ({ ctx, query }) =>
      data({
        machineId: query.machineId ?? null,
        printerSettings: await db.tenant(ctx, (tx) => listSettings(tx, ctx, query.machineId), { readOnly: true }),
      }),
    ),
    route(addPrinterSettings, async ({ ctx, body }) => {
      const saved = await allOrNothing(db, ctx, (tx) => saveSettings(tx, ctx, body.machineId, body.printerSetting));
      if (!saved.ok) return saved;
      const message = 'Printer settings are saved.';
      return data({ message, printerSettings: saved.value }, { successMessage: message });
    }),
    route(autoprintSetting, async ({ ctx, body }) => {
      const saved = await allOrNothing(db, ctx, (tx) => switchAutoprint(tx, ctx, body.machineId, body.printerSetting));
      if (!saved.ok) return saved;
      const message = body.printerSetting.autoprint ? 'Automatic printing is on.' : 'Automatic printing is off.';
      return data({ message, printerSettings: saved.value }, { successMessage: message });
    }),
    route(testPrinter, async ({ ctx, query, signal }) => {
      const printer = await db.tenant(
        ctx,
        async (tx) =>
          (await readTargets(tx, ctx.tenantId, { machineId: query.machineId })).find(
            ({ name, gone }) => name === query.printName && !gone,
          ),
        { readOnly: true },
      );
      if (!printer) return problem('not_found', { message: 'This printer is not on this computer.' });
      const page = await testPageContent(deps, ctx, printer);
      if (!page.ok) return page;
      const { shape, file } = page.value;
      const [id = ''] = await queueJobs(deps, ctx, {
        contents: [{ files: [file], key: undefined }],
        jobs: [
          {
            documentId: null,
            printerId: printer.id,
            agentId: printer.agentId,
            kind: null,
            title: 'Test page',
            shipmentId: null,
            orderId: null,
            shape,
            copies: 1,
            blob: file.sha256,
          },
        ],
      });
      const job = await awaitEnd(ctx, id, signal);
      return job.ok ? data({ job: job.value }) : job;
    }),
    route(syncPrinters, async ({ ctx, body }) => {
      const silent = await askMachines(ctx, body.machineId);
      return data({ ...(await listing(ctx)), silent: [...silent] });
    }),
    route(setupAgent, async ({ ctx, query, userAgent, origin }) => {
      const system = query.os ?? systemOf(userAgent);
      if (system === undefined)
        return problem('validation', { errors: [{ field: 'os', message: 'Choose Windows, macOS or Linux.' }] });
      const site = await parts.origins.of(ctx.realmId, origin);
      if (site === undefined)
        return problem('unknown_host', {
          message: 'The site has no address that is proved, so no computer would find it.',
        });
      const server = parts.origins.reached(site, origin);
      return setupDownload(
        packages,
        { system, arch: query.os === undefined || query.os === systemOf(userAgent) ? archOf(userAgent) : undefined },
        async () => {
          const { code, expiresAt } = await db.tenant(ctx, (tx) => newPairingCode(tx, ctx, parts.tokens));
          return {
            server,
            code,
            brandName: await brandNameOf(db, ctx.realmId),
            expiresAt: expiresAt.toISOString(),
          };
        },
        clock.now(),
      );
    }),
    route(renameAgent, async ({ ctx, params, body }) => {
      const done = await db.tenant(ctx, async (tx) => {
        const { rows } = await sql<{ id: string }>`UPDATE agents SET name = ${body.name.trim()}
          WHERE tenant_id = ${ctx.tenantId} AND id = ${params.id} AND revoked_at IS NULL RETURNING id`.execute(tx);
        if (rows.length > 0) await announce(ctx, tx, { topic: 'printing' });
        return rows.length > 0;
      });
      const [agent] = done ? await agentsOf(ctx, params.id) : [];
      return agent ? data({ agent }) : problem('not_found');
    }),
    route(removeAgent, async ({ ctx, params }) => {
      const done = await db.tenant(ctx, (tx) => revokeAgent(tx, ctx.tenantId, params.id));
      signals.wake(`agent:${params.id}`);
      const message = 'This computer was removed.';
      return done ? data({ message }, { successMessage: message }) : problem('not_found');
    }),
    route(addNetworkPrinter, async ({ ctx, body }) => {
      const added = await allOrNothing(db, ctx, async (tx) => {
        const done = await addPrinter(tx, ctx.tenantId, body);
        if (done.ok) await say(tx, `agent:${done.value.agentId}`);
        return done;
      });
      if (!added.ok) return added;
      signals.wake(`agent:${added.value.agentId}`);
      const { id } = added.value;
      const [printer] = await db.tenant(ctx, (tx) => readPrinters(tx, ctx.tenantId, { id }), { readOnly: true });
      return printer ? data({ printer }) : problem('not_found');
    }),
    route(removeNetworkPrinter, async ({ ctx, params }) => {
      const removed = await allOrNothing(db, ctx, async (tx) => {
        const done = await removePrinter(tx, ctx.tenantId, params.id);
        if (done.ok) await say(tx, `agent:${done.value.agentId}`);
        return done;
      });
      if (!removed.ok) return removed;
      signals.wake(`agent:${removed.value.agentId}`);
      const message = 'This printer was removed.';
      return data({ message }, { successMessage: message });
    }),
    route(printDocumentsCall, async ({ ctx, body }) => {
      const printed = await printDocuments(deps, ctx, body);
      return printed.ok ? data({ outcomes: [...printed.value] }) : printed;
    }),
    route(rawLabels, async ({ ctx, params, query }) => {
      const file = await labelsAsZpl(deps, ctx, params.id, query.dpi === '300' ? 300 : 203);
      if (!file.ok) return file;
      return ok({ kind: 'file', bytes: file.value, contentType: 'application/octet-stream', fileName: 'Labels.zpl' });
    }),
    route(listPrintJobs, async ({ ctx, query }) => {
      const { jobs, ...more } = await db.tenant(ctx, (tx) => listJobs(tx, ctx.tenantId, query), { readOnly: true });
      return data({ ...more, jobs: await withNames(ctx, jobs) });
    }),
    route(reprintJobCall, async ({ ctx, params, body }) => {
      const again = await reprintJob(deps, ctx, { jobId: params.id, printerId: body.printerId });
      if (!again.ok) return again;
      const job = await jobOf(ctx, again.value);
      return job.ok ? data({ job: job.value }) : job;
    }),
    route(settlePrintJob, async ({ ctx, params, body }) => {
      if (body.printed) {
        const settled = await settlePrinted(deps, ctx, params.id);
        if (!settled.ok) return settled;
      }
      const again = body.printed ? undefined : await reprintJob(deps, ctx, { jobId: params.id });
      if (again && !again.ok) return again;
      const [job, reprint] = [await jobOf(ctx, params.id), again ? await jobOf(ctx, again.value) : undefined];
      if (!job.ok) return job;
      return data({ job: job.value, reprint: reprint?.ok ? reprint.value : null });
    }),
    route(cancelPrintJob, async ({ ctx, params }) => {
      const cancelled = await cancelJob(deps, ctx, params.id);
      if (!cancelled.ok) return cancelled;
      const job = await jobOf(ctx, params.id);
      return job.ok ? data({ job: job.value }) : job;
    }),
  ];
}
