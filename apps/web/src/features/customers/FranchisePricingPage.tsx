import { MarkupsPage } from '../carriers/markups/MarkupsPage.tsx';
import './customers.css';
import { FranchiseTabs } from './FranchiseTabs.tsx';

/** What the franchise adds for its customers, to the carriers' prices. */
export function FranchisePricingPage() {
  return <MarkupsPage tabs={<FranchiseTabs />} />;
}
