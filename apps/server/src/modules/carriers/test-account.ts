/** Tries the connection of one account and says the result in plain words. */
import { ConnectorError } from '@scanship/connector-kit/errors';
import { runTestConnection } from '@scanship/connector-kit/steps/run-question';
import type { RequestContext } from '../../platform/context.ts';
import { problem, type Outcome } from '../../platform/problem.ts';
import type { HealthRecorder } from './account-health.ts';
import type { GrantOpener } from './open-grant.ts';

export interface TestOutcome {
  readonly ok: boolean;
  readonly message: string;
  readonly reference: string | null;
}

export async function testAccount(
  deps: { readonly grants: GrantOpener; readonly health: HealthRecorder },
  ctx: Pick<RequestContext, 'tenantId'>,
  accountId: string,
): Promise<Outcome<TestOutcome>> {
  const grant = (await deps.grants.open(ctx)).find((g) => g.accountId === accountId);
  if (!grant) return problem('not_found', { message: 'This account is paused, removed or not yours.' });
  const carrier = await grant.load();
  if (!grant.manifest.capabilities.testConnection)
    return {
      ok: true,
      value: {
        ok: true,
        message: `${grant.carrierName} needs no connection: it works on its own rate sheet.`,
        reference: null,
      },
    };
  try {
    const result = await runTestConnection(carrier, await grant.environment({ kind: 'test', id: accountId }));
    await deps.health.record(grant, result.ok ? undefined : result.problem);
    if (result.ok) return { ok: true, value: { ok: true, message: result.value.message, reference: null } };
    return {
      ok: true,
      value: { ok: false, message: result.problem.message, reference: result.problem.traceId ?? null },
    };
  } catch (error) {
    // Opening the environment says in this way that credentials or the simulator are missing; anything else is ours.
    if (!(error instanceof ConnectorError)) throw error;
    return { ok: true, value: { ok: false, message: error.problem.message, reference: null } };
  }
}
