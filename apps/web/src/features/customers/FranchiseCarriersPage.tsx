import { CarriersPage } from '../carriers/routes/CarriersPage.tsx';
import './customers.css';
import { FranchiseTabs } from './FranchiseTabs.tsx';

/** The franchise's carriers and rate sheets, as a tab of its customers page (decisions 9). */
export function FranchiseCarriersPage() {
  return <CarriersPage tabs={<FranchiseTabs />} />;
}
