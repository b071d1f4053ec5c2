/** Asks the carrier whether keys are right before they are stored. */
import { runTestConnection } from '@scanship/connector-kit/steps/run-question';
import { ConnectorError, type ConnectorProblem } from '@scanship/connector-kit/errors';
import type { ConnectorMode } from '@scanship/connector-kit/environment';
import { type Outcome, problem } from '../../platform/problem.ts';
import { quotaKeyOf } from './account-commands.ts';
import type { CarrierEnvironments } from './carrier-environment.ts';
import { notReached, problemWords } from './carrier-problem.ts';
import type { RegisteredCarrier } from './connector-registry.ts';

export interface KeysToCheck {
  readonly tenantId: string;
  /** Of the account they are for, or are going to be for. */
  readonly accountId: string;
  readonly mode: ConnectorMode;
  readonly credentials: Readonly<Record<string, string>>;
}

/**
 * @returns a sentence when the carrier could not be asked, undefined when the keys are right or the carrier has no such
 *   question; problem `validation` with the carrier's reason when it refuses them
 */
export async function checkKeys(
  environments: CarrierEnvironments,
  entry: RegisteredCarrier,
  keys: KeysToCheck,
): Promise<Outcome<string | undefined>> {
  const { manifest } = entry;
  if (!manifest.capabilities.testConnection) return { ok: true, value: undefined };
  const said = await ask(environments, entry, keys);
  if (!said) return { ok: true, value: undefined };
  if (notReached(said)) return { ok: true, value: problemWords(said) };
  const field = said.field?.startsWith('credentials.') ? said.field : 'credentials';
  return problem('validation', {
    message: `${manifest.name} does not accept these keys.`,
    advice: 'Nothing was stored. Compare each value with what the carrier shows, and try again.',
    errors: [{ field, code: 'refused', message: problemWords(said) }],
  });
}

async function ask(
  environments: CarrierEnvironments,
  entry: RegisteredCarrier,
  keys: KeysToCheck,
): Promise<ConnectorProblem | undefined> {
  const { manifest } = entry;
  try {
    const env = await environments.make(
      manifest,
      {
        ownerTenantId: keys.tenantId,
        accountId: keys.accountId,
        quotaKey: quotaKeyOf(manifest.slug, keys.accountId, keys.credentials),
        mode: keys.mode,
        credentials: keys.credentials,
        settings: {},
      },
      { shipperTenantId: keys.tenantId, subject: { kind: 'test', id: keys.accountId } },
    );
    const result = await runTestConnection(await entry.load(), env);
    return result.ok ? undefined : result.problem;
  } catch (error) {
    // Opening the environment says in this way that a credential or the simulator is missing; anything else is ours.
    if (error instanceof ConnectorError) return error.problem;
    throw error;
  }
}
