import { Button, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { OrderEdit } from '@scanship/contracts/orders/order-edits';
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import { useState } from 'react';
import { useFormat } from '../../app/use-format.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';
import { editOne } from './order-detail-api.ts';
import { useOrderCommand } from './use-order-command.ts';

interface Props {
  readonly order: Pick<OrderDetail, 'id' | 'ecomOrderNumber' | 'shipDate' | 'requestedService' | 'storeName'>;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** When an order is to ship, and with which service it was asked for. */
export default function ScheduleDialog({ order, opened, onClose }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const shown = useShownAfterMount(opened);
  const [shipDate, setShipDate] = useState(order.shipDate ?? '');
  const [service, setService] = useState(order.requestedService ?? '');
  const saving = useOrderCommand(order.id, (edit: OrderEdit) => editOne(order.id, edit), {
    done: t`The order was changed.`,
    onDone: onClose,
  });
  const over = shipDate !== '' && shipDate !== order.shipDate && shipDate < format.today();
  const edit: OrderEdit = {
    ...(shipDate === (order.shipDate ?? '') ? {} : { shipDate: shipDate || null }),
    ...(service.trim() === (order.requestedService ?? '') ? {} : { requestedService: service.trim() || null }),
  };
  return (
    <Dialog
      opened={shown}
      onClose={onClose}
      title={t`Ship date and service of ${order.ecomOrderNumber}`}
      centered
      size="sm"
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate(edit);
        }}
      >
        <TextInput
          type="date"
          label={t`Ship date`}
          description={t`Leave it empty to ship as soon as it can.`}
          value={shipDate}
          min={format.today()}
          error={over ? t`Choose today or a later day.` : undefined}
          onChange={(event) => setShipDate(event.currentTarget.value)}
          data-autofocus
        />
        <TextInput
          label={t`Requested service`}
          description={
            order.storeName === null
              ? t`As you name it, for example Express. Rules and requested services go by it.`
              : t`In place of what ${order.storeName} says. Leave it empty to go back to that.`
          }
          maxLength={200}
          value={service}
          onChange={(event) => setService(event.currentTarget.value)}
        />
        <div className="row end">
          <Button variant="default" onClick={onClose} disabled={saving.isPending}>
            <Trans>Leave unchanged</Trans>
          </Button>
          <Button type="submit" loading={saving.isPending} disabled={over || Object.keys(edit).length === 0}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
