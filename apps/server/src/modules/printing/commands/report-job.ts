/** A machine says how far a job is. */
import type { AgentStep } from '@scanship/domain/printing/printing';
import { ok } from '@scanship/domain/values/result';
import type { Tx } from '../../../platform/database/database.ts';
import type { AgentContext } from '../../../platform/http/agent-context.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { lockJob, moveJob } from '../job-rows.ts';
import { afterReport } from '../job-steps.ts';

export interface Report {
  readonly jobId: string;
  readonly step: AgentStep;
  readonly spoolRef?: string | null | undefined;
  readonly reason?: string | null | undefined;
}

/** Problem: `not_found` for a job that is not this machine's. A repeated report changes nothing. */
export async function reportJob(tx: Tx, agent: AgentContext, report: Report): Promise<Outcome<{ goOn: boolean }>> {
  const job = await lockJob(tx, agent.tenantId, report.jobId);
  if (!job || job.agent_id !== agent.agentId) return problem('not_found');
  // Too late to begin: it is offered again, and a person decides.
  if (job.expired && (job.state === 'queued' || job.state === 'leased') && beginning(report.step)) {
    await moveJob(tx, agent.tenantId, job, 'expired');
    return ok({ goOn: false });
  }
  const { state, goOn } = afterReport(job.state, report.step);
  const { reason, spoolRef } = report;
  if (state !== job.state || (goOn && (state === 'leased' || state === 'spooled')))
    await moveJob(tx, agent.tenantId, job, state, { reason, spoolRef });
  return ok({ goOn });
}

const beginning = (step: AgentStep): boolean => step === 'received' || step === 'sending';
