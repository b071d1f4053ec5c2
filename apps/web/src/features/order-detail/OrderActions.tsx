/** What can be done with the order as a whole. What cannot be done is refused by the server in its own sentence. */
import { Button, Menu } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconArchive,
  IconArchiveOff,
  IconArrowsExchange,
  IconCalendarTime,
  IconCheck,
  IconChevronDown,
  IconCopy,
  IconHandStop,
  IconPencil,
  IconPlayerPlay,
  IconRefresh,
  IconX,
} from '#icons';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import { newIdempotencyKey } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import { useProfile } from '../../app/profile.ts';
import { keepNewOrder } from './duplicate.ts';
import { archive, cancelOrder, hold, sendOnce, unmark } from './order-detail-api.ts';
import { focusRates } from '../shipping/focus.ts';
import { wishPart } from '../shipping/form/part-wish.ts';
import { useOrderCommand } from './use-order-command.ts';
import { useRetryOrder } from './use-retry-order.ts';

const FulfilDialog = lazy(() => import('./FulfilDialog.tsx'));
const ScheduleDialog = lazy(() => import('./ScheduleDialog.tsx'));
const LinesDialog = lazy(() => import('./LinesDialog.tsx'));
const SplitDialog = lazy(() => import('./SplitDialog.tsx'));
const ReasonDialog = lazy(() => import('./ReasonDialog.tsx'));

export function OrderActions({ order }: { readonly order: OrderDetail }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const profile = useProfile();
  const [dialog, setDialog] = useState<'fulfil' | 'hold' | 'cancel' | 'schedule' | 'lines' | 'split' | undefined>(
    undefined,
  );
  const fulfilLoaded = useLoaded(dialog === 'fulfil');
  const scheduleLoaded = useLoaded(dialog === 'schedule');
  const linesLoaded = useLoaded(dialog === 'lines');
  const splitLoaded = useLoaded(dialog === 'split');
  const reasonLoaded = useLoaded(dialog === 'hold' || dialog === 'cancel');
  const [reasonFor, setReasonFor] = useState<'hold' | 'cancel'>('hold');
  const close = () => setDialog(undefined);

  const archiving = useOrderCommand(order.id, (archived: boolean) => archive(order.id, archived), {
    done: order.archived ? t`The order is back in its list.` : t`The order was archived.`,
  });
  const holding = useOrderCommand(
    order.id,
    (held: { readonly reason: string; readonly until: string | null } | null) =>
      hold(order.id, held === null ? { held: false } : { held: true, ...held }),
    { done: order.hold ? t`The order was released.` : t`The order is on hold.`, onDone: close },
  );
  const cancelling = useOrderCommand(
    order.id,
    (reason: string | null) =>
      cancelOrder(order.id, reason === null ? { cancelled: false } : { cancelled: true, reason: reason || null }),
    {
      done: isCancelled(order) ? t`The cancellation was undone.` : t`The order was cancelled.`,
      onDone: close,
    },
  );
  const unmarking = useOrderCommand(order.id, () => unmark(order.id), { done: t`The order is unfulfilled again.` });
  const retrying = useRetryOrder(order.id);
  const [againKey, setAgainKey] = useState(newIdempotencyKey);
  const sending = useMutation({
    mutationFn: () => sendOnce(order.id, againKey),
    onSuccess: ({ data, successMessage }) => {
      setAgainKey(newIdempotencyKey());
      if (successMessage) notify.success(successMessage);
      void queryClient.invalidateQueries({ queryKey: ['order', order.id] });
      void navigate({ to: '/ecommerce/order/$orderId', params: { orderId: data.id } });
    },
    onError: (error) => notify.error(error),
  });
  const busy =
    archiving.isPending ||
    holding.isPending ||
    cancelling.isPending ||
    unmarking.isPending ||
    retrying.isPending ||
    sending.isPending;
  const failed =
    Boolean(order.unread) || order.signs.includes('failed') || order.pushes.some((push) => push.state === 'failed');
  const shippable = ['Unfulfilled', 'Partially-Fulfilled'].includes(order.fulfillmentStatus) && !order.archived;
  const unitsLeft = order.items.reduce((n, item) => n + item.quantity - item.cancelled, 0);
  const ask = (what: 'hold' | 'cancel') => {
    setReasonFor(what);
    setDialog(what);
  };
  const icon = { size: 16, 'aria-hidden': true } as const;
  return (
    <>
      <Menu position="bottom-end" width={250}>
        <Menu.Target>
          <Button variant="default" loading={busy} rightSection={<IconChevronDown size={15} aria-hidden />}>
            <Trans>Actions</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown aria-label={t`Actions`}>
          {shippable && (
            <Menu.Item leftSection={<IconCheck {...icon} />} onClick={() => setDialog('fulfil')}>
              <Trans>Mark as Fulfilled</Trans>
            </Menu.Item>
          )}
          {order.fulfillmentStatus === 'Manual-Fulfilled' && (
            <Menu.Item leftSection={<IconX {...icon} />} onClick={() => unmarking.mutate(undefined)}>
              <Trans>Undo “fulfilled”</Trans>
            </Menu.Item>
          )}
          {order.hold ? (
            <Menu.Item leftSection={<IconPlayerPlay {...icon} />} onClick={() => holding.mutate(null)}>
              <Trans>Release</Trans>
            </Menu.Item>
          ) : (
            shippable && (
              <Menu.Item leftSection={<IconHandStop {...icon} />} onClick={() => ask('hold')}>
                <Trans>Hold</Trans>
              </Menu.Item>
            )
          )}
          {shippable && (
            <Menu.Item leftSection={<IconCalendarTime {...icon} />} onClick={() => setDialog('schedule')}>
              <Trans>Ship date and service</Trans>
            </Menu.Item>
          )}
          {shippable && order.source !== 'store' && (
            <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setDialog('lines')}>
              <Trans>Change items</Trans>
            </Menu.Item>
          )}
          {shippable && order.source !== 'store' && unitsLeft > 1 && (
            <Menu.Item leftSection={<IconArrowsExchange {...icon} />} onClick={() => setDialog('split')}>
              <Trans>Split order</Trans>
            </Menu.Item>
          )}
          {shippable && order.source === 'store' && unitsLeft > 1 && (
            <Menu.Item
              leftSection={<IconArrowsExchange {...icon} />}
              onClick={() => {
                wishPart(order.id);
                focusRates();
              }}
            >
              <Trans>Ship only some items</Trans>
            </Menu.Item>
          )}
          {order.items.some(({ shipped }) => shipped > 0) && !order.buyerErased && (
            <Menu.Item leftSection={<IconRefresh {...icon} />} onClick={() => sending.mutate()}>
              <Trans>Send again</Trans>
            </Menu.Item>
          )}
          {failed && (
            <Menu.Item leftSection={<IconRefresh {...icon} />} onClick={() => retrying.mutate()}>
              <Trans>Retry</Trans>
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconCopy {...icon} />}
            onClick={() => {
              keepNewOrder(profile.userName, order);
              void navigate({ to: '/ecommerce/orders/new' });
            }}
          >
            <Trans>Duplicate as new order</Trans>
          </Menu.Item>
          <Menu.Item
            leftSection={order.archived ? <IconArchiveOff {...icon} /> : <IconArchive {...icon} />}
            onClick={() => archiving.mutate(!order.archived)}
          >
            {order.archived ? <Trans>Restore from archive</Trans> : <Trans>Archive</Trans>}
          </Menu.Item>
          <Menu.Divider />
          {isCancelled(order) ? (
            <Menu.Item leftSection={<IconRefresh {...icon} />} onClick={() => cancelling.mutate(null)}>
              <Trans>Undo cancellation</Trans>
            </Menu.Item>
          ) : (
            <Menu.Item className="danger" leftSection={<IconX {...icon} />} onClick={() => ask('cancel')}>
              <Trans>Cancel order</Trans>
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>
        {fulfilLoaded && <FulfilDialog order={order} opened={dialog === 'fulfil'} onClose={close} />}
        {scheduleLoaded && <ScheduleDialog order={order} opened={dialog === 'schedule'} onClose={close} />}
        {linesLoaded && dialog === 'lines' && <LinesDialog order={order} opened onClose={close} />}
        {splitLoaded && dialog === 'split' && <SplitDialog order={order} opened onClose={close} />}
        {reasonLoaded && (
          <ReasonDialog
            key={reasonFor}
            what={reasonFor}
            number={order.ecomOrderNumber}
            opened={dialog === reasonFor}
            busy={holding.isPending || cancelling.isPending}
            onClose={close}
            onConfirm={(reason, until) => {
              if (reasonFor === 'hold') holding.mutate({ reason, until });
              else cancelling.mutate(reason);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

const isCancelled = (order: Pick<OrderDetail, 'fulfillmentStatus'>): boolean => order.fulfillmentStatus === 'Cancelled';
