import { Trans } from '@lingui/react/macro';
import type { FirstRun } from '@scanship/contracts/network/first-run';
import { useProfile } from '../../app/profile.ts';
import { mayOpen, PAGES } from '../../app/routes/pages.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { SampleOrderButton } from './SampleOrderButton.tsx';

/** A store, a file, or a sample while there is no order at all. */
export function StoreStep({ run }: { readonly run: FirstRun }) {
  const profile = useProfile();
  const edits = profile.rights.includes('orders.edit');
  return (
    <>
      <p>
        <Trans>
          Connect the store you sell in, and its orders come in automatically. A file with orders will do, too.
        </Trans>
      </p>
      {!run.hasOrders && edits && (
        <p className="dim small">
          <Trans>Just looking? A sample order is marked “sample” and can be archived when you are done.</Trans>
        </p>
      )}
      <div className="row">
        {mayOpen(PAGES.stores, profile) && (
          <LinkButton to="/ecommerce/connect-store">
            <Trans>Connect a store</Trans>
          </LinkButton>
        )}
        {edits && (
          <LinkButton to="/ecommerce/orders/import" variant="default">
            <Trans>Import a file</Trans>
          </LinkButton>
        )}
        {!run.hasOrders && edits && <SampleOrderButton />}
      </div>
    </>
  );
}
