import { Button, Modal } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconMapPin, IconPencil } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { OrderDetail } from '@scanship/contracts/orders';
import { useState } from 'react';
import { notify } from '../../app/notify.ts';
import { ApiError } from '../../lib/api-errors.ts';
import { ErrorState } from '../../ui/states.tsx';
import { addressLines, differences } from '../address/address-model.ts';
import { AddressFields } from '../address/AddressFields.tsx';
import { useAddressForm } from '../address/use-address-form.ts';
import { correctAddress, orderChanged, tookOrder } from '../orders/api/orders-api.ts';
import { AddressCompare } from './AddressCompare.tsx';
import { clearRatesOf } from './rates-store.ts';

/** Where it goes: the address, what the check says of it, and the way to correct it. */
export function AddressBlock({ order }: { readonly order: OrderDetail }) {
  const { t } = useLingui();
  const [editing, setEditing] = useState(false);
  const [first, ...rest] = addressLines(order.shipTo);
  const changed = order.shipToImported ? differences(order.shipToImported, order.shipTo) : [];
  return (
    <section className="ship-address" aria-label={t`Ship to`}>
      <div className="row top">
        <IconMapPin size={17} aria-hidden className="ship-pin" />
        <address className="grow">
          <span className="strong">{first}</span>
          {rest.map((line) => (
            <span key={line}>{line}</span>
          ))}
          {order.shipTo.phone && <span className="dim">{order.shipTo.phone}</span>}
        </address>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPencil size={14} aria-hidden />}
          onClick={() => setEditing(true)}
        >
          <Trans>Edit address</Trans>
        </Button>
      </div>
      {order.shipToProblems.map((problem) => (
        <div
          key={problem.code + problem.field}
          className="notice"
          data-tone={problem.severity === 'error' ? 'bad' : 'warn'}
        >
          <IconAlertTriangle size={16} aria-hidden />
          <div>{problem.message}</div>
        </div>
      ))}
      {order.shipToImported && changed.length > 0 && (
        <details>
          <summary className="small dim">
            <Trans>Corrected; the imported address is kept</Trans>
          </summary>
          <AddressCompare before={order.shipToImported} after={order.shipTo} />
        </details>
      )}
      <AddressDialog order={order} opened={editing} onClose={() => setEditing(false)} />
    </section>
  );
}

function AddressDialog({
  order,
  opened,
  onClose,
}: {
  readonly order: OrderDetail;
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  return (
    <Modal opened={opened} onClose={onClose} title={t`Correct the address`} size="lg">
      <AddressEditor key={`${order.version}`} order={order} onClose={onClose} />
    </Modal>
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
