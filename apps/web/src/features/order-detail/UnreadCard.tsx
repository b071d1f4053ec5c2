import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconRefresh } from '#icons';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import { useFormat } from '../../app/use-format.ts';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { unreadQuery } from './order-detail-api.ts';
import { useRetryOrder } from './use-retry-order.ts';

type Unread = NonNullable<OrderDetail['unread']>;

/** An order, or its newest version, that could not be read: why, what to do, and what its store answered. */
export default function UnreadCard({ order, unread }: { readonly order: OrderDetail; readonly unread: Unread }) {
  const { t } = useLingui();
  const format = useFormat();
  const retrying = useRetryOrder(order.id);
  const [shown, setShown] = useState(false);
  const answerId = useId();
  const store = order.storeName ?? t`The store`;
  return (
    <section className="card order-unread" data-testid="unread">
      <div className="card-head">
        <h2>{order.importFailed ? <Trans>Not imported</Trans> : <Trans>Newest version not imported</Trans>}</h2>
        {unread.seenAt && (
          <span className="dim small">
            <Trans>Last tried {format.instant(unread.seenAt, 'short')}</Trans>
          </span>
        )}
      </div>
      <div className="card-body stack">
        <div className="notice" data-tone="warn">
          <IconAlertTriangle size={17} aria-hidden />
          <div className="grow">
            <div className="strong break-anywhere">{unread.message}</div>
            <div>
              {order.importFailed ? (
                <Trans>
                  {store} answered something that could not be read as an order. Correct the order there, then try
                  again. Until then it cannot be shipped from here.
                </Trans>
              ) : (
                <Trans>
                  {store} has a newer version of this order that could not be read. Compare the two before you ship.
                </Trans>
              )}
            </div>
          </div>
        </div>
        <div className="row">
          <Button
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={retrying.isPending}
            onClick={() => retrying.mutate()}
          >
            <Trans>Retry</Trans>
          </Button>
          {unread.kept && (
            <Button
              variant="default"
              aria-expanded={shown}
              aria-controls={answerId}
              onClick={() => setShown((open) => !open)}
            >
              {shown ? <Trans>Hide the answer</Trans> : <Trans>Show what the store answered</Trans>}
            </Button>
          )}
        </div>
        <div id={answerId}>{shown && unread.kept && <StoreAnswer orderId={order.id} seenAt={unread.seenAt} />}</div>
      </div>
    </section>
  );
}

function StoreAnswer({ orderId, seenAt }: { readonly orderId: string; readonly seenAt: string | null }) {
  const { t } = useLingui();
  const answer = useQuery(unreadQuery(orderId, seenAt));
  if (!answer.data)
    return answer.isError ? (
      <ErrorState compact error={answer.error} onRetry={() => void answer.refetch()} />
    ) : (
      <Skeletons rows={6} height={16} />
    );
  const { text, shortened } = answer.data;
  return (
    <div className="stack">
      {text !== '' && (
        // Longer than its box: whoever has no mouse scrolls it by keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className="trace" tabIndex={0} aria-label={t`What the store answered`}>
          {text}
        </pre>
      )}
      {shortened && (
        <p className="dim small">
          <Trans>The answer was longer than what is kept.</Trans>
        </p>
      )}
      <p className="dim small">
        <Trans>Kept encrypted, without passwords and card numbers, until the order is read, 30 days at most.</Trans>
      </p>
    </div>
  );
}
