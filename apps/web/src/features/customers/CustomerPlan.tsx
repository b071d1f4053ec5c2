import type { CustomerDetail } from '@scanship/contracts/network/customers';
import { useProfile } from '../../app/profile.ts';
import { PlanDesk } from '../money/plans/PlanDesk.tsx';
import { CustomerPrices } from './groups/CustomerPrices.tsx';

/** Which of the franchise's plans the customer has, as the customer sees it, changed on its behalf with a reason; and its prices. */
export const CustomerPlan = ({ customer }: { readonly customer: CustomerDetail }) => (
  <div className="stack wide">
    {useProfile().rights.includes('money.pricing') && <CustomerPrices customer={customer} />}
    <PlanDesk of={customer.id} mayChange />
  </div>
);
