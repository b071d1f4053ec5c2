import { Trans, useLingui } from '@lingui/react/macro';
import { TraceFinder } from '../carriers/components/TraceFinder.tsx';
import { CarriersPage } from '../carriers/routes/CarriersPage.tsx';
import './customers.css';
import { FranchiseFrame } from './FranchiseFrame.tsx';
import { FranchiseTabs } from './FranchiseTabs.tsx';

/** The franchise's carriers and rate sheets. */
export function FranchiseCarriersPage() {
  return <CarriersPage tabs={<FranchiseTabs />} />;
}

/** Calls that customers made with the franchise's accounts, for support. */
export function CarrierCallsPage() {
  const { t } = useLingui();
  return (
    <FranchiseFrame title={t`Carrier calls`}>
      <p className="dim small">
        <Trans>Calls your customers made with accounts you lend them, by the reference they were told.</Trans>
      </p>
      <TraceFinder />
    </FranchiseFrame>
  );
}
