/** What a carrier wants before it sells a label and does not need for a price: told beside the price, not at the purchase. */
import { ConnectorError } from '../errors.ts';

export interface MissingFact {
  /** The shipment's field ("to.phone"), where one is to blame. */
  readonly field?: string | undefined;
  /** What to do about it, one sentence. */
  readonly message: string;
}

/**
 * Runs the parts of a purchase that look at given facts; each refusal that names a field becomes a missing fact.
 * @param checks what the purchase itself builds its message with, so that both say the same
 */
export function missingFacts(...checks: readonly (() => unknown)[]): readonly MissingFact[] {
  const found: MissingFact[] = [];
  for (const check of checks)
    try {
      check();
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.problem.kind !== 'invalid-input') throw error;
      const { field, message } = error.problem;
      if (!found.some((one) => one.message === message)) found.push({ field, message });
    }
  return found;
}
