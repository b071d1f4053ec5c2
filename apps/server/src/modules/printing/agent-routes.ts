/** What the machines ask (agent-v1.ts). */
import {
  agentJobContent,
  agentUpdate,
  agentUpdatePackage,
  nextAgentJob,
  pairAgent,
  reportAgentJob,
  syncAgentPrinters,
  unpairAgent,
} from '@scanship/contracts/printing/agent-v1';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { Budgets } from '../../platform/budgets/budgets.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { AgentContext } from '../../platform/http/agent-context.ts';
import type { AgentTokens } from '../../platform/http/agent-token.ts';
import { data, type Route, route } from '../../platform/http/handler.ts';
import { networkOf } from '../../platform/network-of.ts';
import { problem } from '../../platform/problem.ts';
import { contentHash, holdJobs, leaseNext, readContent } from './commands/lease-job.ts';
import { pair, revokeAgent } from './commands/pair-agent.ts';
import { reportJob } from './commands/report-job.ts';
import { syncMachine } from './commands/sync-machine.ts';
import type { Packages } from './packages.ts';
import type { PrintingDeps } from './ports.ts';
import type { Waiting } from './signals.ts';

/** A machine that does not take an update is reminded no more often. */
const REMIND_UPDATE_MS = 6 * 3_600_000;

/** Somebody asked for the machine's printers since it last told them. */
async function wantsSync(tx: Tx, agent: AgentContext): Promise<boolean> {
  const { rows } = await sql<{
    wanted: boolean;
  }>`SELECT sync_wanted_at IS NOT NULL AND (synced_at IS NULL OR synced_at < sync_wanted_at) AS wanted
    FROM agents WHERE tenant_id = ${agent.tenantId} AND id = ${agent.agentId}`.execute(tx);
  return rows[0]?.wanted === true;
}

export function agentRoutes(
  deps: PrintingDeps,
  parts: { readonly tokens: AgentTokens; readonly packages: Packages; readonly budgets: Budgets },
): readonly Route[] {
  const { db, signals } = deps;
  const { tokens, packages, budgets } = parts;
  const reminded = new Map<string, number>();
  /** One poll of a machine at a time: a new one means that the last one's line was cut. */
  const polls = new Map<string, AbortController>();

  const wantsUpdate = async (agent: AgentContext, version: string): Promise<boolean> => {
    if (Date.now() - (reminded.get(agent.agentId) ?? 0) < REMIND_UPDATE_MS) return false;
    const { rows } = await db.tenant(
      agent,
      (tx) =>
        sql<{ platform: string | null; arch: string | null }>`SELECT platform, arch FROM agents
          WHERE tenant_id = ${agent.tenantId} AND id = ${agent.agentId}`.execute(tx),
      { readOnly: true },
    );
    const { platform, arch } = rows[0] ?? {};
    if (platform !== 'linux' && platform !== 'win32' && platform !== 'darwin') return false;
    if (!(await packages.newer(platform, arch ?? '', version))) return false;
    if (reminded.size > 10_000) reminded.clear();
    reminded.set(agent.agentId, Date.now());
    return true;
  };

  const lookForJob = async (
    agent: AgentContext,
    body: { readonly waitSeconds: number; readonly agentVersion: string; readonly holding: readonly string[] },
    waiting: Waiting,
  ) => {
    const until = Date.now() + body.waitSeconds * 1000;
    for (let first = true; ; first = false) {
      const found = await db.tenant(agent, async (tx) => {
        if (first) await holdJobs(tx, agent, body.holding);
        const job = await leaseNext(tx, agent, body.holding);
        return job ?? ((await wantsSync(tx, agent)) ? 'sync' : undefined);
      });
      if (found === 'sync') return { job: null, ask: found } as const;
      if (found) return { job: found, ask: null };
      if (first && (await wantsUpdate(agent, body.agentVersion))) return { job: null, ask: 'update' as const };
      const left = until - Date.now();
      if (left <= 0 || (await waiting.next(left)) !== 'signal') return { job: null, ask: null };
    }
  };

  return [
    route(pairAgent, async ({ body, ip }) => {
      // A code has 256 random bits; this only keeps the noise out.
      const spent = await budgets.take([{ budget: 'pairings/address', by: networkOf(ip) }]);
      if (spent) return { ok: false, problem: spent };
      const paired = await pair(db, tokens, body);
      return paired.ok ? data(paired.value) : paired;
    }),
    route(syncAgentPrinters, async ({ agent, body }) => {
      if (body.machineId !== agent.machineId) return problem('unauthorized');
      const answer = await db.tenant(agent, (tx) => syncMachine(tx, agent, body));
      signals.wake(`synced:${agent.agentId}`);
      return data(answer);
    }),
    route(nextAgentJob, async ({ agent, body, signal }) => {
      const mine = new AbortController();
      polls.get(agent.agentId)?.abort();
      polls.set(agent.agentId, mine);
      const waiting = await signals.listen(`agent:${agent.agentId}`, AbortSignal.any([signal, mine.signal]));
      try {
        return data(await lookForJob(agent, body, waiting));
      } finally {
        waiting.close();
        if (polls.get(agent.agentId) === mine) polls.delete(agent.agentId);
      }
    }),
    route(agentJobContent, async ({ agent, params }) => {
      const found = await db.tenant(
        agent,
        async (tx) => {
          const sha256 = await contentHash(tx, agent, params.id);
          if (sha256 === undefined) return undefined;
          return deps.cache.get(sha256) ?? (await readContent(tx, agent.tenantId, sha256));
        },
        { readOnly: true },
      );
      if (!found) return problem('not_found');
      const bytes = found instanceof Uint8Array ? ok(found) : await deps.blobs.open(agent.tenantId, found);
      if (!bytes.ok) return bytes;
      return ok({
        kind: 'file',
        bytes: bytes.value,
        contentType: 'application/octet-stream',
        fileName: 'print-job.bin',
      });
    }),
    route(reportAgentJob, async ({ agent, params, body }) => {
      const done = await db.tenant(agent, (tx) => reportJob(tx, agent, { jobId: params.id, ...body }));
      signals.wake(`job:${params.id}`);
      return done.ok ? data(done.value) : done;
    }),
    route(agentUpdate, async ({ query }) => {
      const update = await packages.newer(query.platform, query.arch, query.agentVersion);
      return data({ update: update ? { statement: update.statement, signature: update.signature } : null });
    }),
    route(agentUpdatePackage, async ({ params }) => {
      const file = await packages.bytes(params.sha256);
      if (!file) return problem('not_found');
      return ok({
        kind: 'download',
        chunks: file.read(),
        contentType: 'application/octet-stream',
        fileName: `${params.sha256}.bin`,
      });
    }),
    route(unpairAgent, async ({ agent }) => {
      await db.tenant(agent, (tx) => revokeAgent(tx, agent.tenantId, agent.agentId));
      return data({ message: 'This computer was removed.' });
    }),
  ];
}
