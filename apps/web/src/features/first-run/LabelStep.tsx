import { Trans } from '@lingui/react/macro';
import { IconAlertTriangle, IconInfoCircle } from '#icons';
import type { FirstRun } from '@scanship/contracts/network/first-run';
import { useProfile } from '../../app/profile.ts';
import { mayOpen, PAGES } from '../../app/routes/pages.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { SampleOrderButton } from './SampleOrderButton.tsx';

/** Leads to the shipping panel of an order, and says beforehand whether a label costs money. */
export function LabelStep({ run }: { readonly run: FirstRun }) {
  const profile = useProfile();
  if (run.labels === 'none')
    return (
      <>
        <p>
          <Trans>No carrier is connected yet. Connect an account of yours, or ask for one that you may use.</Trans>
        </p>
        {mayOpen(PAGES.carriers, profile) && (
          <div className="row">
            <LinkButton to="/carrier-manager">
              <Trans>Connect a carrier</Trans>
            </LinkButton>
          </div>
        )}
      </>
    );
  const { nextOrder, freeCarrier } = run;
  return (
    <>
      {run.labels === 'free' ? (
        <div className="notice" data-tone="info">
          <IconInfoCircle size={17} aria-hidden />
          <span className="grow">
            {nextOrder && !nextOrder.sample ? (
              <Trans>
                Labels of {freeCarrier} are for trying: they cost nothing and carry no parcel. The others are real.
              </Trans>
            ) : (
              <Trans>
                The sample is offered labels marked TEST and no others: they cost nothing and carry no parcel.
              </Trans>
            )}
          </span>
        </div>
      ) : nextOrder?.sample ? (
        <div className="notice" data-tone="warn">
          <IconAlertTriangle size={17} aria-hidden />
          <span className="grow">
            <Trans>
              All your carriers are live, and a sample takes free TEST labels only. Connect a carrier in sandbox mode to
              try, or ship an order of your own.
            </Trans>
          </span>
        </div>
      ) : (
        <div className="notice" data-tone="warn">
          <IconAlertTriangle size={17} aria-hidden />
          <span className="grow">
            <Trans>
              All your carriers are live: a label costs money. One that you do not use can be cancelled as long as its
              carrier allows it.
            </Trans>
          </span>
        </div>
      )}
      <div className="row">
        {nextOrder ? (
          <LinkButton to="/ecommerce/orders" search={{ tab: 'unfulfilled', order: nextOrder.id }}>
            <Trans>Ship {nextOrder.number}</Trans>
          </LinkButton>
        ) : (
          profile.rights.includes('orders.edit') && <SampleOrderButton />
        )}
      </div>
    </>
  );
}
