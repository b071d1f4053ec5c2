import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { OrderDetail } from '@scanship/contracts/orders';
import { notify } from '../../app/notify.ts';
import { ApiError } from '../../lib/api-errors.ts';
import { ErrorState } from '../../ui/states.tsx';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';
import { differences } from '../address/address-model.ts';
import { AddressFields } from '../address/AddressFields.tsx';
import { useAddressForm } from '../address/use-address-form.ts';
import { correctAddress, orderChanged, tookOrder } from '../orders/api/orders-api.ts';
import { AddressCompare } from './AddressCompare.tsx';
import { clearRatesOf } from './rates-store.ts';
import { Dialog } from '../../ui/Dialog.tsx';

/** The address of an order to correct, beside the imported one. */
export default function AddressDialog({
  order,
  opened,
  onClose,
}: {
  readonly order: OrderDetail;
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const shown = useShownAfterMount(opened);
  return (
    <Dialog opened={shown} onClose={onClose} title={t`Correct the address`} size="lg">
      <AddressEditor key={`${order.version}`} order={order} onClose={onClose} />
    </Dialog>
  );
}

function AddressEditor({ order, onClose }: { readonly order: OrderDetail; readonly onClose: () => void }) {
  const { t } = useLingui();
  const form = useAddressForm(order.shipTo, 'address');
  const save = useMutation({
    mutationFn: correctAddress,
    onSuccess: ({ data, successMessage }) => {
      tookOrder(data);
      clearRatesOf(order.id);
      notify.success(successMessage ?? t`The address was saved.`);
      onClose();
    },
    onError: (error) => {
      form.refuse(error);
      if (error instanceof ApiError && error.code === 'stale_version') void orderChanged(order.id);
    },
  });
  const imported = order.shipToImported ?? order.shipTo;
  const changed = differences(imported, form.value);
  const better = form.normalized && differences(form.value, form.normalized).length > 0 ? form.normalized : undefined;
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const address = form.submit();
        if (address) save.mutate({ orderId: order.id, address, version: order.version });
      }}
    >
      <AddressFields value={form.value} onChange={form.set} onBlur={form.onBlur} remarks={form.remarks} />
      {better && (
        <div className="notice">
          <div className="grow">
            <div className="strong">
              <Trans>The check suggests:</Trans>
            </div>
            <AddressCompare before={form.value} after={better} />
          </div>
          <Button size="compact-sm" onClick={() => form.set(better)}>
            <Trans>Take it over</Trans>
          </Button>
        </div>
      )}
      {changed.length > 0 && (
        <details open>
          <summary className="small dim">
            <Trans>Compared with the imported address</Trans>
          </summary>
          <AddressCompare before={imported} after={form.value} />
        </details>
      )}
      {save.isError && <ErrorState compact error={save.error} />}
      <div className="row end">
        {changed.length > 0 && (
          <Button variant="default" onClick={() => form.reset(imported)}>
            <Trans>Back to the imported one</Trans>
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={save.isPending}>
          <Trans>Save address</Trans>
        </Button>
      </div>
    </form>
  );
}
