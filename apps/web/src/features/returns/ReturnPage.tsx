import './returns.css';
import { Button } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import type { ReturnDetail, ReturnPickup } from '@scanship/contracts/shipping/returns';
import { IconArrowLeft } from '#icons';
import { notify } from '../../app/notify.ts';
import { useProfile } from '../../app/profile.ts';
import { mayOpen, PAGES } from '../../app/routes/pages.ts';
import { useFormat } from '../../app/use-format.ts';
import { Badge, TestBadge } from '../../ui/Badge.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { STATE_WORDS } from '../pickups/pickup-words.ts';
import { ExchangeCard } from './ExchangeCard.tsx';
import { CheckForm } from './CheckForm.tsx';
import { RefundCard } from './RefundCard.tsx';
import { ReturnPhotos } from './ReturnPhotos.tsx';
import { RefuseDialog } from './RefuseDialog.tsx';
import { CONDITIONS, STATES, WISHES } from './return-words.ts';
import { buyLabel, decide, finish, returnQuery, returnsChanged, tookReturn } from './returns-api.ts';

const route = getRouteApi('/inside/ecommerce/orders/returns/$returnId');

/** One return: what the buyer wants, its label, what came back. */
export function ReturnPage() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const { returnId } = route.useParams();
  const found = useQuery(returnQuery(returnId));
  const detail = found.data;
  return (
    <div className="page-narrow">
      <PageHead title={detail ? t`Return ${detail.number}` : t`Return`} />
      <div className="page-head">
        <div className="grow">
          <Link to="/ecommerce/orders/returns" className="link small row tight back-link">
            <IconArrowLeft size={14} aria-hidden />
            <Trans>Returns</Trans>
          </Link>
          <h1 className="row tight">
            {detail ? <Trans>Return {detail.number}</Trans> : <Trans>Return</Trans>}
            {detail && <Badge tone={STATES[detail.state].tone}>{i18n._(STATES[detail.state].words)}</Badge>}
            {detail?.test && <TestBadge />}
          </h1>
        </div>
        {detail && <Actions detail={detail} />}
      </div>
      {detail ? (
        <Parts detail={detail} />
      ) : found.isError ? (
        <div className="card">
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        </div>
      ) : (
        <Skeletons rows={8} />
      )}
    </div>
  );
}

function Actions({ detail }: { readonly detail: ReturnDetail }) {
  const { t } = useLingui();
  const { rights } = useProfile();
  const [refusing, setRefusing] = useState(false);
  const [finishing, setFinishing] = useState(false);
  const { id, may } = detail;
  const decision = useMutation({
    mutationFn: decide,
    onSuccess: () => {
      setRefusing(false);
      void returnsChanged();
    },
    onError: (error) => notify.error(error),
  });
  const buying = useMutation({
    mutationFn: () => buyLabel(id),
    onSuccess: ({ data }) => tookReturn(data),
    onError: (error) => notify.error(error),
  });
  const ending = useMutation({
    mutationFn: () => finish(id),
    onSuccess: ({ data }) => {
      setFinishing(false);
      tookReturn(data);
      notify.success(t`Return ${data.number} is done.`);
    },
    onError: (error) => notify.error(error),
  });
  const mayBuy = rights.includes('labels.buy');
  return (
    <div className="row">
      {may.decide && mayBuy && (
        <>
          <Button
            loading={decision.isPending && decision.variables.approve}
            onClick={() => decision.mutate({ ids: [id], approve: true })}
          >
            <Trans>Approve</Trans>
          </Button>
          <Button variant="default" onClick={() => setRefusing(true)}>
            <Trans>Refuse</Trans>
          </Button>
        </>
      )}
      {may.buy && mayBuy && (
        <Button loading={buying.isPending} onClick={() => buying.mutate()}>
          <Trans>Buy the label</Trans>
        </Button>
      )}
      {may.finish && rights.includes('orders.edit') && (
        <Button variant={detail.state === 'checked' ? 'filled' : 'default'} onClick={() => setFinishing(true)}>
          <Trans>Mark as done</Trans>
        </Button>
      )}
      <RefuseDialog
        opened={refusing}
        count={1}
        busy={decision.isPending}
        onRefuse={(answer) => decision.mutate({ ids: [id], approve: false, answer })}
        onClose={() => setRefusing(false)}
      />
      <ConfirmDialog
        opened={finishing}
        title={t`Mark this return as done?`}
        confirm={t`Mark as done`}
        busy={ending.isPending}
        onConfirm={() => ending.mutate()}
        onClose={() => setFinishing(false)}
      >
        {detail.state === 'checked' ? (
          <Trans>The buyer reads that it is settled. Refund or exchange it in your store.</Trans>
        ) : (
          <Trans>It has not been checked yet. The buyer reads that it is settled.</Trans>
        )}
      </ConfirmDialog>
    </div>
  );
}

/** When a driver comes to the buyer, and what that costs. */
function PickupFacts({ pickup, payer }: { readonly pickup: ReturnPickup; readonly payer: ReturnDetail['payer'] }) {
  const { i18n } = useI18n();
  const format = useFormat();
  const { booking, price } = pickup;
  if (!booking)
    return pickup.nextStep === null ? (
      <Trans>The buyer brings it.</Trans>
    ) : (
      <Trans>The buyer has not chosen a time.</Trans>
    );
  const look = STATE_WORDS[booking.state];
  return (
    <>
      <Badge tone={look.tone}>{i18n._(look.words)}</Badge> {format.day(booking.day)}, {booking.readyTime}–
      {booking.closeTime}
      {booking.confirmation && <> · {booking.confirmation}</>}
      {price && (
        <>
          {' · '}
          {format.money(price)} ·{' '}
          {payer === 'buyer' ? <Trans>to be taken off the refund</Trans> : <Trans>at your expense</Trans>}
        </>
      )}
    </>
  );
}

function Parts({ detail }: { readonly detail: ReturnDetail }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const profile = useProfile();
  const steps: readonly (readonly [string, string | null])[] = [
    [t`Asked for`, detail.askedAt],
    [detail.state === 'refused' ? t`Refused` : t`Approved`, detail.decidedAt],
    [t`Label bought`, detail.labelAt],
    [t`Arrived`, detail.arrivedAt],
    [t`Checked`, detail.checkedAt],
    [t`Done`, detail.doneAt],
  ];
  return (
    <div className="stack">
      {detail.problem && (
        <div className="notice" data-tone="bad" role="status">
          <div>
            <div className="strong">
              <Trans>Its label is not bought.</Trans>
            </div>
            <div>{detail.problem}</div>
          </div>
        </div>
      )}
      {detail.pickup?.problem && (
        <div className="notice" data-tone="warn" role="status">
          <div>
            <div className="strong">
              <Trans>Its pickup</Trans>
            </div>
            <div>{detail.pickup.problem}</div>
            {detail.pickup.nextStep && <div>{detail.pickup.nextStep}</div>}
          </div>
        </div>
      )}
      <section className="card" aria-label={t`What comes back`}>
        <div className="card-head">
          <h2>
            <Trans>What comes back</Trans>
          </h2>
        </div>
        <div className="card-body stack">
          {detail.may.check && mayOpen(PAGES.scanShip, profile) ? (
            <CheckForm key={detail.checkedAt ?? ''} detail={detail} />
          ) : (
            <ul className="returns-items">
              {detail.items.map((item) => (
                <li key={item.line}>
                  <div className="strong">
                    {item.quantity} × {item.title || item.sku}
                  </div>
                  <div className="dim small">
                    {item.title && item.sku && <>{item.sku} · </>}
                    {format.money(item.unit)}
                    {item.condition && item.received !== null && (
                      <>
                        {' · '}
                        <Trans>
                          {item.received} received, {i18n._(CONDITIONS[item.condition])}
                        </Trans>
                      </>
                    )}
                  </div>
                </li>
              ))}
            </ul>
          )}
          <ReturnPhotos detail={detail} mayAdd={mayOpen(PAGES.scanShip, profile)} />
        </div>
      </section>
      <ExchangeCard detail={detail} />
      <RefundCard detail={detail} />
      <section className="card" aria-label={t`About it`}>
        <div className="card-body">
          <dl className="facts">
            <dt>
              <Trans>Order</Trans>
            </dt>
            <dd>
              <Link to="/ecommerce/order/$orderId" params={{ orderId: detail.orderId }} className="link">
                {detail.orderNumber}
              </Link>
            </dd>
            <dt>
              <Trans>Reason</Trans>
            </dt>
            <dd>{detail.reason}</dd>
            <dt>
              <Trans>The buyer wants</Trans>
            </dt>
            <dd>{i18n._(WISHES[detail.wish])}</dd>
            {detail.note && (
              <>
                <dt>
                  <Trans>The buyer writes</Trans>
                </dt>
                <dd>{detail.note}</dd>
              </>
            )}
            {detail.answer && (
              <>
                <dt>
                  <Trans>Your answer</Trans>
                </dt>
                <dd>{detail.answer}</dd>
              </>
            )}
            {detail.checkNote && (
              <>
                <dt>
                  <Trans>Note of the check</Trans>
                </dt>
                <dd>{detail.checkNote}</dd>
              </>
            )}
            <dt>
              <Trans>Label</Trans>
            </dt>
            <dd>
              {detail.price ? (
                <>
                  {detail.carrierName} {detail.trackingNumber} · {format.money(detail.price)} ·{' '}
                  {detail.payer === 'buyer' ? (
                    <Trans>to be taken off the refund</Trans>
                  ) : (
                    <Trans>at your expense</Trans>
                  )}
                </>
              ) : (
                <Trans>none yet</Trans>
              )}
            </dd>
            {detail.pickup && (
              <>
                <dt>
                  <Trans>Pickup</Trans>
                </dt>
                <dd>
                  <PickupFacts pickup={detail.pickup} payer={detail.payer} />
                </dd>
              </>
            )}
            {steps.map(([words, at]) =>
              at === null ? null : (
                <Fragment key={words}>
                  <dt>{words}</dt>
                  <dd>
                    {format.instant(at, 'short')}
                    {at === detail.decidedAt && (
                      <span className="dim"> · {detail.decidedBy ?? <Trans>by your rules</Trans>}</span>
                    )}
                  </dd>
                </Fragment>
              ),
            )}
          </dl>
        </div>
      </section>
    </div>
  );
}
