import { Button } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReturnAtStore, ReturnDetail, StoreRefundReport } from '@scanship/contracts/shipping/returns';
import { notify } from '../../app/notify.ts';
import { useProfile } from '../../app/profile.ts';
import { useFormat } from '../../app/use-format.ts';
import { RefundDialog } from './RefundDialog.tsx';
import { settleRefund, tookReturn } from './returns-api.ts';

/** What the order's store knows of this return. Nothing for orders of no store. */
export function RefundCard({ detail }: { readonly detail: ReturnDetail }) {
  const { t } = useLingui();
  const { rights } = useProfile();
  const [telling, setTelling] = useState(false);
  const { atStore } = detail;
  if (!atStore) return null;
  const { storeName, report } = atStore;
  const mayEdit = rights.includes('orders.edit');
  return (
    <section className="card" aria-label={t`At the store`}>
      <div className="card-head">
        <h2>{storeName}</h2>
        {detail.may.refund && mayEdit && (
          <Button variant={report ? 'default' : 'filled'} onClick={() => setTelling(true)}>
            {report ? (
              <Trans>Other amounts</Trans>
            ) : atStore.refund ? (
              <Trans>Refund the buyer</Trans>
            ) : (
              <Trans>Put back into stock</Trans>
            )}
          </Button>
        )}
      </div>
      <div className="card-body stack">
        {report ? (
          <Report detail={detail} report={report} atStore={atStore} mayEdit={mayEdit} />
        ) : (
          <NotTold atStore={atStore} />
        )}
      </div>
      {telling && <RefundDialog detail={detail} storeName={storeName} onClose={() => setTelling(false)} />}
    </section>
  );
}

function NotTold({ atStore }: { readonly atStore: ReturnAtStore }) {
  const { storeName } = atStore;
  if (!atStore.offered)
    return (
      <p className="dim">
        <Trans>{storeName} takes no refunds from here. Give the money back there.</Trans>
      </p>
    );
  if (!atStore.refund && !atStore.restock)
    return (
      <p className="dim">
        <Trans>{storeName} is not told of returns.</Trans>{' '}
        <Link to="/ecommerce/store/$storeId" params={{ storeId: atStore.storeId }} className="link">
          <Trans>Change that in its settings</Trans>
        </Link>
      </p>
    );
  return (
    <p className="dim">
      <Trans>{storeName} has not been told of this return.</Trans>
    </p>
  );
}

function Report({
  detail,
  report,
  atStore,
  mayEdit,
}: {
  readonly detail: ReturnDetail;
  readonly report: StoreRefundReport;
  readonly atStore: ReturnAtStore;
  readonly mayEdit: boolean;
}) {
  const { t } = useLingui();
  const format = useFormat();
  const { storeName } = atStore;
  const amount = format.money(report.amount);
  const settling = useMutation({
    mutationFn: (as: 'again' | 'done') => settleRefund(detail.id, as),
    onSuccess: ({ data }) => tookReturn(data),
    onError: (error) => notify.error(error),
  });
  const words = {
    waiting: t`${storeName} is about to be told.`,
    sending: t`${storeName} is being told.`,
    unknown: t`Whether ${storeName} refunded it is being checked.`,
    done: report.byHand
      ? t`Seen to by hand at ${storeName}.`
      : report.amount.minor > 0
        ? t`Refunded at ${storeName}: ${amount}`
        : t`Restocked at ${storeName}`,
    failed: t`${storeName} has not refunded this return.`,
  };
  const bad = report.state === 'failed';
  return (
    <div className={bad ? 'notice' : 'stack'} data-tone={bad ? 'bad' : undefined} role="status">
      <div className="stack">
        <div>
          <div className="strong">{words[report.state]}</div>
          {report.state === 'done' && !report.byHand && report.restockedUnits > 0 && (
            <div>
              <Plural value={report.restockedUnits} one="# unit back in stock" other="# units back in stock" />
            </div>
          )}
          {report.problem && <div>{report.problem}</div>}
          {report.nextStep && <div>{report.nextStep}</div>}
          {report.state === 'done' && <div className="dim small">{format.instant(report.at, 'short')}</div>}
        </div>
        {bad && mayEdit && (
          <div className="row">
            <Button
              variant="default"
              loading={settling.isPending && settling.variables === 'again'}
              onClick={() => settling.mutate('again')}
            >
              {report.open ? <Trans>Ask again</Trans> : <Trans>Try again</Trans>}
            </Button>
            <Button
              variant="default"
              loading={settling.isPending && settling.variables === 'done'}
              onClick={() => settling.mutate('done')}
            >
              <Trans>It is done at the store</Trans>
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
