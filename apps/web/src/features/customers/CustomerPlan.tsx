import type { CustomerDetail } from '@scanship/contracts/network/customers';
import { PlanDesk } from '../money/plans/PlanDesk.tsx';

/** Which of the franchise's plans the customer has, as the customer sees it; changed on its behalf with a reason. */
export const CustomerPlan = ({ customer }: { readonly customer: CustomerDetail }) => (
  <PlanDesk of={customer.id} mayChange />
);
