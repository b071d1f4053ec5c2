/** Mark-ups that a label was sold with, from the stored rules (never changed) and the amounts kept with the sale. */
import type { MarkupRule } from '@scanship/domain/pricing/pricing';

export const RULE_COLUMNS_OF_CASES = [
  'id',
  'percent_bp',
  'off_list_bp',
  'fixed_minor',
  'floor_minor',
  'cap_minor',
] as const;

interface RuleRow {
  readonly id: string;
  readonly percent_bp: number;
  readonly off_list_bp: number | null;
  readonly fixed_minor: number;
  readonly floor_minor: number | null;
  readonly cap_minor: number | null;
}

export const ruleOfRow = (
  row: RuleRow,
  position: number,
  /** Amounts in the currency of the sale, where they were converted. */
  applied: { readonly fixed?: number; readonly floor?: number | null; readonly cap?: number | null },
): MarkupRule => ({
  id: row.id,
  position,
  scope: {},
  percentBp: row.percent_bp,
  offListBp: row.off_list_bp ?? undefined,
  fixedMinor: applied.fixed ?? row.fixed_minor,
  floorMinor: (applied.fixed === undefined ? row.floor_minor : applied.floor) ?? undefined,
  capMinor: (applied.fixed === undefined ? row.cap_minor : applied.cap) ?? undefined,
});
