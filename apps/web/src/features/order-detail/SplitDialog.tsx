import { Button, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import { useState } from 'react';
import { notify } from '../../app/notify.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';
import { orderChanged, tookOrder } from '../orders/api/orders-api.ts';
import { clearRatesOf } from '../shipping/rates/rates-store.ts';
import { split } from './order-detail-api.ts';
import { openUnits, readSplit } from './own-lines.ts';

interface Props {
  readonly order: OrderDetail;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Which units go into an order of their own. */
export default function SplitDialog({ order, opened, onClose }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const shown = useShownAfterMount(opened);
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({});
  const [key] = useState(() => crypto.randomUUID());
  const read = readSplit(order.items, typed);
  const open = order.items.filter((item) => openUnits(item) > 0);
  const splitting = useMutation({
    mutationFn: () => split({ orderId: order.id, version: order.version, items: [...read.items] }, key),
    onSuccess: ({ data, successMessage }) => {
      tookOrder(data);
      clearRatesOf(order.id);
      void orderChanged(order.id);
      notify.success(successMessage ?? t`The order was split.`);
      onClose();
      void navigate({ href: `/ecommerce/order/${data.id}` });
    },
    onError: () => void orderChanged(order.id),
  });
  return (
    <Dialog opened={shown} onClose={onClose} title={t`Split order ${order.ecomOrderNumber}`} centered size="lg">
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          splitting.mutate();
        }}
      >
        <p>
          <Trans>
            The units named here go into a new order of the same buyer, with “-1” behind the number. What was bought so
            far stays with this one.
          </Trans>
        </p>
        {open.map((item) => {
          const most = openUnits(item);
          return (
            <TextInput
              key={item.line}
              label={item.title || item.sku}
              description={t`${most} open`}
              inputMode="numeric"
              placeholder="0"
              value={typed[item.line] ?? ''}
              error={read.wrong.has(item.line) ? t`Enter a whole number up to ${most}.` : undefined}
              onChange={(event) => setTyped({ ...typed, [item.line]: event.currentTarget.value })}
            />
          );
        })}
        {read.whole && (
          <p className="dim small" role="status">
            <Trans>Leave at least one unit in this order.</Trans>
          </p>
        )}
        {splitting.isError && <ErrorState compact error={splitting.error} />}
        <div className="row end">
          <Button variant="default" onClick={onClose} disabled={splitting.isPending}>
            <Trans>Leave unchanged</Trans>
          </Button>
          <Button
            type="submit"
            loading={splitting.isPending}
            disabled={read.items.length === 0 || read.wrong.size > 0 || read.whole}
          >
            <Trans>Split the order</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
