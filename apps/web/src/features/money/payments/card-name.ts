import { useLingui } from '@lingui/react/macro';
import type { SavedCard } from '@scanship/contracts/money/payments';

/** "Visa ending in 4242, 12/34". */
export function useCardName(): (card: SavedCard) => string {
  const { t } = useLingui();
  return (card) => {
    const brand = card.brand.slice(0, 1).toUpperCase() + card.brand.slice(1);
    const until = `${String(card.expMonth).padStart(2, '0')}/${String(card.expYear).slice(-2)}`;
    const { last4 } = card;
    return t`${brand} ending in ${last4}, ${until}`;
  };
}
