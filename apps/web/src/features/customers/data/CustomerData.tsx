import type { CustomerDetail } from '@scanship/contracts/network/customers';
import { CustomerErasure } from './CustomerErasure.tsx';
import { CustomerExports } from './CustomerExports.tsx';

/** What is stored of a customer, and what its franchise may do with it. */
export default function CustomerData({ customer }: { readonly customer: CustomerDetail }) {
  return (
    <div className="stack">
      <CustomerExports customerId={customer.id} />
      <CustomerErasure customer={customer} />
    </div>
  );
}
