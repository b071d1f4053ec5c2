import type { CustomerDetail } from '@scanship/contracts/network/customers';
import { CustomerMove } from '../move/CustomerMove.tsx';
import { CustomerErasure } from './CustomerErasure.tsx';
import { CustomerExports } from './CustomerExports.tsx';

/** What is stored of a customer, and what its franchise may do with it. */
export default function CustomerData({ customer }: { readonly customer: CustomerDetail }) {
  return (
    <div className="stack">
      <CustomerExports customerId={customer.id} />
      <CustomerMove customer={customer} />
      <CustomerErasure customer={customer} />
    </div>
  );
}
