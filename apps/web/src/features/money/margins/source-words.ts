import { useLingui } from '@lingui/react/macro';
import type { Margins } from '@scanship/contracts/money/margins';

type Source = Margins['sources'][number]['source'];

/** What an entry of the books is of. */
export function useSourceWords(): (source: Source) => string {
  const { t } = useLingui();
  const words: Readonly<Record<Source, string>> = {
    purchase: t`Labels`,
    void: t`Cancelled labels`,
    adjustment: t`Adjustments`,
    plan: t`Plan fees`,
    royalty: t`Royalties`,
    commission: t`Commissions`,
    correction: t`Corrections`,
  };
  return (source) => words[source];
}
