/** Tracking for carriers that are asked about one number at a time: one bad answer never costs the others theirs. */
import type { TrackedParcel } from '../carrier/carrier.ts';
import { ConnectorError } from '../errors.ts';
import { FieldProblem } from '../answers/json-reader.ts';

/** A number of which nothing is known, and why. */
export const untracked = (trackingNumber: string, message: string): TrackedParcel => ({
  trackingNumber,
  events: [],
  problems: [message],
});

/** @throws ConnectorError when not one of them could be asked */
export async function trackEach(
  vendor: string,
  trackingNumbers: readonly string[],
  ask: (trackingNumber: string) => Promise<TrackedParcel>,
): Promise<readonly TrackedParcel[]> {
  const answers = await Promise.all(
    trackingNumbers.map(async (trackingNumber): Promise<TrackedParcel | ConnectorError> => {
      try {
        return await ask(trackingNumber);
      } catch (error) {
        if (error instanceof FieldProblem) return untracked(trackingNumber, `${vendor}: ${error.message}`);
        if (error instanceof ConnectorError) return error;
        throw error;
      }
    }),
  );
  const [failed] = answers.filter((answer) => answer instanceof ConnectorError);
  // Nothing at all could be asked: that is a failed question, not a list of unknown parcels.
  if (failed && answers.every((answer) => answer instanceof ConnectorError)) throw failed;
  return answers.map((answer, i) =>
    answer instanceof ConnectorError ? untracked(trackingNumbers[i] ?? '', answer.problem.message) : answer,
  );
}
