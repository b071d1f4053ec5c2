/** What the header tells a seller on every page: how much can be spent, and what stops parcels. */
import type { Billing } from '@scanship/contracts/money/payments';

/** Paid ahead, without a top-up rule of one's own: below this little a morning's labels may not all be bought. Minor units. */
const LITTLE_MINOR = 2_500;
/** Of a credit limit, the part that is little. */
const LITTLE_SHARE = 0.1;

export interface HeaderBalance {
  /** What can be spent, or what is owed where no limit stands. Minor units. */
  readonly minor: number;
  readonly currency: string;
  readonly kind: 'available' | 'owed';
  readonly state: 'fine' | 'low' | 'out';
}

/** Of the company's own currency, which is the first; undefined where there is no account yet. */
export function headerBalance({
  balances,
  autoTopUp,
}: Pick<Billing, 'balances' | 'autoTopUp'>): HeaderBalance | undefined {
  const [own] = balances;
  if (!own) return undefined;
  const { currency, availableMinor, limitMinor, owedMinor } = own;
  if (availableMinor === null) return { minor: owedMinor, currency, kind: 'owed', state: 'fine' };
  const rule = autoTopUp?.currency === currency ? autoTopUp.belowMinor : LITTLE_MINOR;
  const little = limitMinor !== null && limitMinor > 0 ? Math.round(limitMinor * LITTLE_SHARE) : rule;
  // A rule that tops up by itself needs nobody; one that was paused does.
  const alone = autoTopUp?.state === 'on';
  const state = availableMinor <= 0 ? 'out' : availableMinor < little && !alone ? 'low' : 'fine';
  return { minor: availableMinor, currency, kind: 'available', state };
}
