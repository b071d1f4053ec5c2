import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import { useState } from 'react';
import { notify } from '../../app/notify.ts';
import { useFormat } from '../../app/use-format.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';
import { tookOrder } from '../orders/api/orders-api.ts';
import { ItemRows } from '../orders/components/ItemRows.tsx';
import { readItems } from '../orders/model/item-drafts.ts';
import { clearRatesOf } from '../shipping/rates/rates-store.ts';
import { saveLines } from './order-detail-api.ts';
import { draftsOfLines } from './own-lines.ts';

interface Props {
  readonly order: OrderDetail;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** What an order of one's own consists of: items added, removed and changed. */
export default function LinesDialog({ order, opened, onClose }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const shown = useShownAfterMount(opened);
  const { currency } = order.total;
  const [items, setItems] = useState(() => draftsOfLines(order.items, format.weightUnit));
  const [pressed, setPressed] = useState(false);
  const read = readItems(items, currency, format.weightUnit);
  const saving = useMutation({
    mutationFn: saveLines,
    onSuccess: ({ data, successMessage }) => {
      tookOrder(data);
      clearRatesOf(order.id);
      notify.success(successMessage ?? t`The items were saved.`);
      onClose();
    },
  });
  const known = new Set(order.items.map(({ line }) => line));
  const submit = () => {
    setPressed(true);
    if (!read.items) return;
    saving.mutate({
      orderId: order.id,
      version: order.version,
      // A draft's key is the line's number; new ones have higher keys.
      items: read.items.map((item, index) => {
        const key = items[index]?.key;
        return key !== undefined && known.has(key) ? { ...item, line: key } : item;
      }),
    });
  };
  return (
    <Dialog opened={shown} onClose={onClose} title={t`Items of order ${order.ecomOrderNumber}`} centered size="xl">
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p className="dim small">
          <Trans>The total, the weight and what customs is told follow. Units that a label holds stay.</Trans>
        </p>
        <ItemRows
          items={items}
          currency={currency}
          weightUnit={format.weightUnit}
          problems={pressed ? read.problems : {}}
          refused={fieldErrorsOf(saving.error)}
          onChange={setItems}
        />
        {saving.isError && <ErrorState compact error={saving.error} />}
        <div className="row end">
          <Button variant="default" onClick={onClose} disabled={saving.isPending}>
            <Trans>Leave unchanged</Trans>
          </Button>
          <Button type="submit" loading={saving.isPending}>
            <Trans>Save items</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
