/** The part of earlier charges that goes back when the carrier takes back a part of what it had billed. */
import { divideRounded, money } from '../money/money.ts';
import type { PriceLine } from '../shipping/shipment.ts';

/**
 * @param lines what one level was charged for it so far, over all decisions
 * @param minor what is taken back, of `whole`, which has the other sign; never more than all of it
 * @returns each line's share, with its sign turned; empty where the level was charged nothing
 */
export function sharesOf(
  lines: readonly PriceLine[],
  minor: number,
  whole: number,
  currency: string,
): readonly PriceLine[] {
  const part = Math.min(Math.abs(minor), Math.abs(whole));
  const sums = new Map<string, PriceLine>();
  for (const line of lines) {
    const key = `${line.kind}/${line.code}/${line.ratePpm ?? ''}`;
    const known = sums.get(key);
    sums.set(key, { ...line, amount: money((known?.amount.minor ?? 0) + line.amount.minor, currency) });
  }
  return [...sums.values()].flatMap((line): PriceLine[] => {
    const share = Number(divideRounded(BigInt(line.amount.minor) * BigInt(part), BigInt(Math.abs(whole))));
    return share === 0 ? [] : [{ ...line, amount: money(-share, currency) }];
  });
}
