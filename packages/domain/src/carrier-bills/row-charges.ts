/**
 * Files with one row for each shipment: parts and a total. The lines made of a row always sum to the total the carrier
 * asks for (and the taxes beside it); what the parts do not explain is a line of its own, and said.
 */
import { type Money, money } from '../money/money.ts';
import type { ChargeKind } from './bill-line.ts';

export interface Part {
  readonly kind: ChargeKind;
  readonly code: string;
  readonly label: string;
  readonly amount: Money;
}

export function partsOfTotal(parts: readonly Part[], total: Money | undefined): readonly Part[] {
  const used = parts.filter((part) => part.amount.minor !== 0);
  if (!total) return used;
  const rest = total.minor - used.reduce((sum, part) => sum + part.amount.minor, 0);
  if (rest === 0) return used;
  // A total before taxes: they stand beside it and are asked for on top.
  const taxes = used.reduce((sum, part) => sum + (part.kind === 'tax' ? part.amount.minor : 0), 0);
  if (rest === -taxes) return used;
  return [
    ...used,
    { kind: 'other', code: 'not-broken-down', label: 'Not broken down', amount: money(rest, total.currency) },
  ];
}
