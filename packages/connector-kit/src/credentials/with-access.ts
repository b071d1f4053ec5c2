/** Calls under access that may end at any moment: renewed once for all callers, tried once more, never in a circle. */
import { ConnectorError, type ConnectorProblem } from '../errors.ts';
import type { AccessSource } from '../store/store-environment.ts';

/**
 * @param isRefused whether a problem means that the platform refuses this access value (and not this call)
 * @param call sends with an access value
 * @throws ConnectorError of the call; `not-authorised` of the source when the seller must consent again. A key has no
 *   successor: the source is told of it and answers the same value, and the refusal stands
 */
export async function withAccess<T>(
  access: AccessSource,
  isRefused: (problem: ConnectorProblem) => boolean,
  call: (value: string) => Promise<T>,
): Promise<T> {
  const value = await access.get();
  try {
    return await call(value);
  } catch (error) {
    if (!(error instanceof ConnectorError) || !isRefused(error.problem)) throw error;
    const renewed = await access.refused(value);
    if (renewed === value) throw error;
    return call(renewed);
  }
}
