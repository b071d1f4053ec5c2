import { useLingui } from '@lingui/react/macro';
import type { CommissionData } from '@scanship/contracts/money/commissions';
import { useFormat } from '../../../app/use-format.ts';
import { percentText } from './percent.ts';

/** What an agent earns by: "10% of margin". */
export function usePlanWord(): (plan: CommissionData['plans'][number]) => string {
  const { t } = useLingui();
  const format = useFormat();
  return (plan) => {
    const percent = percentText(plan.rateBp, format.locale);
    if (plan.basis === 'label') {
      const amount = format.money({ minor: plan.perLabelMinor, currency: plan.currency });
      return t`${amount} a label`;
    }
    return plan.basis === 'margin' ? t`${percent} of margin` : t`${percent} of revenue`;
  };
}
