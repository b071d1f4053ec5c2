/** Shipped without a label from here: carrier and number, and whether the buyer hears of it. */
import { Autocomplete, Button, Checkbox, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import { newIdempotencyKey } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';
import { tookOrder } from '../orders/api/orders-api.ts';
import { settingsQuery } from '../settings/settings-api.ts';
import { mark } from './order-detail-api.ts';

/** Names that stores know; any other may be typed. */
const CARRIERS = ['Canada Post', 'Canpar', 'DHL', 'FedEx', 'Purolator', 'UPS', 'USPS'];

interface Props {
  readonly order: Pick<OrderDetail, 'id' | 'ecomOrderNumber' | 'storeName' | 'source'>;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export default function FulfilDialog({ order, opened, onClose }: Props) {
  const { t } = useLingui();
  const shown = useShownAfterMount(opened);
  return (
    <Dialog opened={shown} onClose={onClose} title={t`Mark ${order.ecomOrderNumber} as fulfilled`} centered size="sm">
      <Fulfil order={order} onClose={onClose} />
    </Dialog>
  );
}

function Fulfil({ order, onClose }: Pick<Props, 'order' | 'onClose'>) {
  const { t } = useLingui();
  const [carrier, setCarrier] = useState('');
  const [number, setNumber] = useState('');
  const settings = useQuery(settingsQuery).data;
  const [told, setTell] = useState<boolean | undefined>(undefined);
  const tell = told ?? settings?.notifyBuyer ?? true;
  const key = useRef(newIdempotencyKey());
  const atStore = order.source === 'store';
  const save = useMutation({
    mutationFn: () =>
      mark(
        order.id,
        {
          carrier: carrier.trim() || null,
          number: number.trim() || null,
          ...(atStore ? { notify: tell } : {}),
        },
        key.current,
      ),
    onSuccess: ({ data, successMessage }) => {
      tookOrder(data);
      notify.success(successMessage ?? t`The order is marked as fulfilled.`);
      onClose();
    },
    onError: () => {
      key.current = newIdempotencyKey();
    },
  });
  const refused = fieldErrorsOf(save.error);
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Autocomplete
        label={t`Carrier`}
        data={CARRIERS}
        comboboxProps={{ keepMounted: false }}
        value={carrier}
        maxLength={60}
        error={refused.carrier}
        onChange={setCarrier}
        data-autofocus
      />
      <TextInput
        label={t`Tracking number`}
        value={number}
        maxLength={60}
        error={refused.number}
        onChange={(event) => setNumber(event.currentTarget.value)}
      />
      {atStore && (
        <Checkbox
          label={t`Tell the buyer`}
          description={t`${order.storeName ?? ''} sends the message.`}
          checked={tell}
          onChange={(event) => setTell(event.currentTarget.checked)}
        />
      )}
      {save.isError && <ErrorState compact error={save.error} />}
      <div className="row end">
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={save.isPending}>
          <Trans>Mark as Fulfilled</Trans>
        </Button>
      </div>
    </form>
  );
}
