/** The customer's rules and presets as the pure core takes them. What cannot be read any more is left out, never guessed. */
import { type RuleDraft, ruleDraft, shippingChoice } from '@scanship/contracts/shipping/automation';
import type { Rule, ShippingChoice } from '@scanship/domain/automation/automation';
import { sql } from 'kysely';
import { withCountryCodes } from './countries-of-rules.ts';
import type { Tx } from '../../platform/database/database.ts';

export interface RuleRecord {
  readonly id: string;
  readonly position: number;
  readonly name: string;
  readonly active: boolean;
  readonly match: 'all' | 'any';
  readonly conditions: unknown;
  readonly actions: unknown;
  readonly version: number;
}

/** Undefined when what is stored is no rule by today's contract. */
export const draftOf = (row: RuleRecord): RuleDraft | undefined => ruleDraft.safeParse(row).data;

export async function readRuleRows(tx: Tx): Promise<readonly RuleRecord[]> {
  const { rows } = await sql<RuleRecord>`SELECT id, position, name, active, match, conditions, actions, version
    FROM rules ORDER BY position, id`.execute(tx);
  return rows;
}

/** Rules that are switched on, in their order. */
export async function activeRules(tx: Tx): Promise<readonly Rule[]> {
  return (await readRuleRows(tx)).flatMap((row) => {
    const draft = row.active ? draftOf(row) : undefined;
    // Rules of before named countries as people write them.
    return draft ? [{ ...draft, conditions: withCountryCodes(draft.conditions), id: row.id }] : [];
  });
}

export async function readPresetChoices(tx: Tx): Promise<ReadonlyMap<string, ShippingChoice>> {
  const { rows } = await sql<{ id: string; choice: unknown }>`SELECT id, choice FROM presets`.execute(tx);
  return new Map(
    rows.flatMap(({ id, choice }) => {
      const read = shippingChoice.safeParse(choice).data;
      return read ? [[id, read] as const] : [];
    }),
  );
}
