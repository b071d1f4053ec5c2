import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { CustomerDetail } from '@scanship/contracts/network/customers';
import {
  type CustomerErasure as Erasure,
  ERASURE_WAIT_DAYS,
  type ErasureReason,
} from '@scanship/contracts/network/customer-data';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { useLoaded } from '../../../ui/use-loaded.ts';
import { erasureQuery, tookErasure, withdrawErasure } from './data-api.ts';

const EraseDialog = lazy(() => import('./EraseDialog.tsx'));

/** The end of a customer: asked for here, begun after days in which it can be withdrawn. */
export function CustomerErasure({ customer }: { readonly customer: CustomerDetail }) {
  const found = useQuery(erasureQuery(customer.id));
  return (
    <section className="card danger-zone" aria-labelledby="erasure-head">
      <div className="card-head">
        <h2 id="erasure-head" className="grow">
          <Trans>Erase this customer</Trans>
        </h2>
      </div>
      {found.data ? (
        <Standing customer={customer} erasure={found.data} />
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <div className="card-body">
          <Skeletons rows={2} height={24} />
        </div>
      )}
    </section>
  );
}

interface StandingProps {
  readonly customer: CustomerDetail;
  readonly erasure: Erasure;
}

function Standing({ customer, erasure: { waiting, reasons } }: StandingProps) {
  const { t } = useLingui();
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const opened = useLoaded(asking);
  const withdraw = useMutation({
    mutationFn: () => withdrawErasure(customer.id),
    onSuccess: ({ data, successMessage }) => {
      tookErasure(customer.id, data);
      notify.success(successMessage ?? t`The customer is not erased.`);
    },
    onError: (error) => notify.error(error),
  });
  const by = waiting?.askedBy || t`a former colleague`;
  const asked = waiting ? format.instant(waiting.askedAt, 'short') : '';
  return (
    <div className="card-body stack">
      {waiting ? (
        <div className="notice" data-tone="warn" role="status">
          <div className="stack tight">
            <div className="strong">
              {waiting.held ? (
                <Trans>Its day has come; it is erased as soon as what follows is settled.</Trans>
              ) : (
                <Trans>Erased from {format.instant(waiting.eraseAt, 'short')} on.</Trans>
              )}
            </div>
            <div className="break-anywhere">{waiting.reason}</div>
            <div className="dim small">
              <Trans>
                Asked for by {by}, {asked}
              </Trans>
            </div>
          </div>
        </div>
      ) : (
        <p>
          <Trans>
            For a customer that left. Its people are signed out at once; {ERASURE_WAIT_DAYS} days later its stores are
            disconnected and its people, orders, products, labels, files, keys and recorded calls are erased for good.
          </Trans>
        </p>
      )}
      <p className="dim small">
        <Trans>
          What the law asks you to keep stays, with the names on it: issued invoices, payments, your ledger, carriers’
          invoices, accepted terms and the audit log.
        </Trans>
      </p>
      {reasons.length > 0 && (
        <div>
          <div className="strong small">
            <Trans>Open, and to be settled first:</Trans>
          </div>
          <ul className="reason-list">
            {reasons.map((reason) => (
              <li key={`${reason.code} ${reason.message}`}>
                {reason.message} <ReasonLink customerId={customer.id} place={reason.place} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="row">
        {waiting ? (
          <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            <Trans>Do not erase</Trans>
          </Button>
        ) : (
          <Button
            variant="default"
            className="danger-button"
            disabled={reasons.length > 0}
            onClick={() => setAsking(true)}
          >
            <Trans>Erase customer …</Trans>
          </Button>
        )}
      </div>
      {opened && (
        <Suspense fallback={null}>
          <EraseDialog opened={asking} customer={customer} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  );
}

function ReasonLink({ customerId, place }: { readonly customerId: string; readonly place: ErasureReason['place'] }) {
  if (place === 'statements')
    return (
      <Link to="/customer/money/statements" className="link nowrap">
        <Trans>Invoices</Trans>
      </Link>
    );
  if (place === 'bills')
    return (
      <Link to="/customer/money/audit" className="link nowrap">
        <Trans>Carrier invoices</Trans>
      </Link>
    );
  return (
    <Link to="/customer/$customerId" params={{ customerId }} search={{ tab: place }} className="link nowrap">
      {place === 'credit' ? (
        <Trans>Credit</Trans>
      ) : place === 'shipping' ? (
        <Trans>Can they ship?</Trans>
      ) : place === 'plan' ? (
        <Trans>Plan</Trans>
      ) : (
        <Trans>People</Trans>
      )}
    </Link>
  );
}
