import { useLingui } from '@lingui/react/macro';
import { useProfile } from '../../../app/profile.ts';
import { MoneyFrame } from '../MoneyFrame.tsx';
import { PlanDesk } from './PlanDesk.tsx';

/** The company's own plan: how it stands, what else there is, what was charged. */
export function PlanPage() {
  const { t } = useLingui();
  const mayPay = useProfile().rights.includes('money.top-up');
  return (
    <MoneyFrame title={t`Plan`}>
      <div className="plan-desk">
        <PlanDesk of={undefined} mayChange={mayPay} />
      </div>
    </MoneyFrame>
  );
}
