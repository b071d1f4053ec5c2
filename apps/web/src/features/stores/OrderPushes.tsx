import './stores.css';
import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle } from '#icons';
import { useMutation } from '@tanstack/react-query';
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import { dismissNotice, type OrderPush, retryPush, type StoreNotice } from '@scanship/contracts/stores/stores';
import { api } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { useFormat } from '../../app/use-format.ts';
import { Badge, type Tone } from '../../ui/Badge.tsx';
import { orderChanged } from '../orders/api/orders-api.ts';
import { noticesOf } from '../orders/model/store-notices.ts';

const TONES: Readonly<Record<OrderPush['state'], Tone>> = {
  waiting: 'plain',
  sending: 'violet',
  arrived: 'good',
  retrying: 'warn',
  failed: 'bad',
  unknown: 'warn',
  withdrawn: 'plain',
  'not-sent': 'plain',
};

/** What the order's store was told, whether it arrived, and what the store did that a person should look at. */
export default function OrderPushes({ order }: { readonly order: OrderDetail }) {
  return (
    <section className="card" data-testid="pushes">
      <div className="card-head">
        <h2>
          <Trans>Store notified</Trans>
        </h2>
      </div>
      <div className="card-body stack">
        {noticesOf(order).map((notice) => (
          <Notice key={notice.id} notice={notice} orderId={order.id} />
        ))}
        {order.pushes.map((push) => (
          <Push key={push.id} push={push} orderId={order.id} />
        ))}
      </div>
    </section>
  );
}

function Push({ push, orderId }: { readonly push: OrderPush; readonly orderId: string }) {
  const { t } = useLingui();
  const format = useFormat();
  const words: Readonly<Record<OrderPush['state'], string>> = {
    waiting: t`Waits`,
    sending: t`On its way`,
    arrived: t`Arrived`,
    retrying: t`Retried automatically`,
    failed: t`Failed`,
    unknown: t`Being looked up`,
    withdrawn: t`Taken back`,
    'not-sent': t`Not sent`,
  };
  const again = useMutation({
    mutationFn: () => api.call(retryPush, { params: { id: push.id } }),
    onSuccess: () => orderChanged(orderId),
    onError: (error) => notify.error(error),
  });
  return (
    <div className="row top" data-testid="push" data-state={push.state}>
      <div className="grow">
        <div className="row tight">
          <span className="strong">
            {push.kind === 'fulfilment' ? <Trans>Shipped</Trans> : <Trans>Cancelled again</Trans>}
          </span>
          <Badge tone={TONES[push.state]}>{words[push.state]}</Badge>
        </div>
        <div className="dim small">
          {push.storeName} · {push.carrierName} · <span className="num">{push.trackingNumbers.join(', ')}</span> ·{' '}
          {format.instant(push.at, 'short')}
        </div>
        {push.problem && <div className="small danger">{push.problem}</div>}
        {push.nextStep && <div className="small">{push.nextStep}</div>}
      </div>
      {push.canRetry && (
        <Button size="compact-sm" variant="default" loading={again.isPending} onClick={() => again.mutate()}>
          <Trans>Notify the store again</Trans>
        </Button>
      )}
    </div>
  );
}

function Notice({ notice, orderId }: { readonly notice: StoreNotice; readonly orderId: string }) {
  const dismiss = useMutation({
    mutationFn: () => api.call(dismissNotice, { params: { id: notice.id } }),
    onSuccess: () => orderChanged(orderId),
    onError: (error) => notify.error(error),
  });
  return (
    <div className="notice" data-tone="warn">
      <IconAlertTriangle size={17} aria-hidden />
      <div className="grow">
        <div className="strong">{notice.message}</div>
        <div>{notice.nextStep}</div>
      </div>
      <Button size="compact-sm" variant="default" loading={dismiss.isPending} onClick={() => dismiss.mutate()}>
        <Trans>Mark as handled</Trans>
      </Button>
    </div>
  );
}
