import { useLingui } from '@lingui/react/macro';
import type { BuyerTaxes } from '@scanship/contracts/money/taxes';
import type { TaxAuthority } from '@scanship/domain/taxes/sales-tax';

/** A number with an authority, as a label of a field. */
export function useAuthorityWords(): (authority: TaxAuthority) => string {
  const { t } = useLingui();
  const words: Readonly<Record<TaxAuthority, string>> = {
    'GST-HST': t`GST/HST number`,
    QST: t`QST number (Quebec)`,
    'PST-BC': t`PST number (British Columbia)`,
    'PST-SK': t`PST number (Saskatchewan)`,
    'PST-MB': t`RST number (Manitoba)`,
  };
  return (authority) => words[authority];
}

/** Why a tax is not charged. */
export function useTaxReasonWords(): (reason: BuyerTaxes['onFees'][number]['reason']) => string {
  const { t } = useLingui();
  return (reason) => {
    switch (reason) {
      case 'exempt':
        return t`not charged: the buyer is exempt`;
      case 'not-registered':
        return t`not charged: you are not registered for it`;
      case 'export':
        return t`not charged: the buyer is outside Canada`;
      case 'us-not-collected':
        return t`not charged: no sales tax is collected in the United States`;
      default:
        return t`charged`;
    }
  };
}
