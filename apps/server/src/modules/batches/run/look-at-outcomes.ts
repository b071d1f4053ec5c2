/** Reads what became of labels that ended within moments of each other with one statement. */
import type { Database } from '../../../platform/database/database.ts';
import type { ItemOutcome } from './settle-item.ts';
import { shipmentOutcomes } from './shipment-outcome.ts';

interface Waiting {
  readonly shipmentId: string;
  readonly resolve: (outcome: ItemOutcome | null) => void;
  readonly reject: (error: unknown) => void;
}

/** @returns asks for one shipment; what is asked for while a look is under way shares the next */
export function createOutcomeLook(db: Database, tenantId: string): (shipmentId: string) => Promise<ItemOutcome | null> {
  let waiting: Waiting[] = [];
  let looking = false;
  const look = async (): Promise<void> => {
    while (waiting.length > 0) {
      const asked = waiting;
      waiting = [];
      try {
        const outcomes = await db.tenant(
          { tenantId },
          (tx) =>
            shipmentOutcomes(
              tx,
              tenantId,
              asked.map(({ shipmentId }) => shipmentId),
            ),
          { readOnly: true, atOnce: true, byKey: true },
        );
        for (const { shipmentId, resolve } of asked) resolve(outcomes.get(shipmentId) ?? null);
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    looking = false;
  };
  return (shipmentId) =>
    new Promise((resolve, reject) => {
      waiting.push({ shipmentId, resolve, reject });
      if (looking) return;
      looking = true;
      setImmediate(() => void look());
    });
}
