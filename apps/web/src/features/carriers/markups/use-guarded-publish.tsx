import { useLingui } from '@lingui/react/macro';
import type { MarkupPlan } from '@scanship/contracts/money/markups';
import { useGuardedCall } from '../../customers/groups/use-guarded-call.tsx';
import { tookPlan } from './markups-api.ts';

/** Publishes; where a price would fall below its cost, asks first and names the worst cases. */
export function useGuardedPublish(onDone: (plan: MarkupPlan) => void) {
  const { t } = useLingui();
  const { run: publish, ...guarded } = useGuardedCall<MarkupPlan>(t`Publish below cost`, (plan) => {
    tookPlan(plan);
    onDone(plan);
  });
  return { publish, ...guarded };
}
