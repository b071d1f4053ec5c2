import { useLingui } from '@lingui/react/macro';
import type { DecisionDto } from '@scanship/contracts/shipping/automation';
import type { Wish } from './rate-view.ts';

/** What stands beside the rate that Auto Ship would buy: because of what. */
export function useUsualWord(decision: DecisionDto | undefined, wish: Wish): string {
  const { t } = useLingui();
  const rule = decision?.reasons.find(({ part }) => part === 'service')?.ruleName ?? '';
  return {
    person: t`Chosen for this order`,
    rule: t`Rule “${rule}”`,
    'requested-service': t`Requested`,
    default: t`Usual choice`,
  }[wish.layer];
}
