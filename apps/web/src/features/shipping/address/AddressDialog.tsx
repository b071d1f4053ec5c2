/** An address of an order to correct: what was imported stays beside it, and the check may suggest a better one. */
import { Button, NativeSelect } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { AddressDto } from '@scanship/contracts/common';
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import { lazy, Suspense, useState } from 'react';
import { notify } from '../../../app/notify.ts';
import { useProfile } from '../../../app/profile.ts';
import { ApiError } from '../../../lib/api-errors.ts';
import { useDraft } from '../../../lib/drafts.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useShownAfterMount } from '../../../ui/use-shown-after-mount.ts';
import { differences, emptyAddress } from '../../address/address-model.ts';
import { AddressFields } from '../../address/AddressFields.tsx';
import { AddressTools } from '../../address/AddressTools.tsx';
import { useAddressForm } from '../../address/use-address-form.ts';
import { orderChanged, tookOrder } from '../../orders/api/orders-api.ts';
import { locationsQuery } from '../../settings/settings-api.ts';
import { type AddressChange, changeAddress, type Party } from './address-api.ts';
import { AddressCompare } from './AddressCompare.tsx';
import { clearRatesOf } from '../rates/rates-store.ts';
import { Suggestion } from './Suggestion.tsx';

const CarrierAddressCheck = lazy(() => import('./CarrierAddressCheck.tsx'));

interface Props {
  readonly order: OrderDetail;
  readonly party?: Party;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export default function AddressDialog({ order, party = 'shipTo', opened, onClose }: Props) {
  const { t } = useLingui();
  const shown = useShownAfterMount(opened);
  return (
    <Dialog
      opened={shown}
      onClose={onClose}
      title={party === 'shipTo' ? t`Correct the address` : t`Ship from`}
      size="lg"
    >
      <AddressEditor order={order} party={party} onClose={onClose} />
    </Dialog>
  );
}

const OTHER = 'other';
const readAddress = (value: unknown): AddressDto | undefined =>
  typeof value === 'object' && value !== null && 'countryCode' in value ? (value as AddressDto) : undefined;

function AddressEditor({ order, party, onClose }: Required<Pick<Props, 'order' | 'party' | 'onClose'>>) {
  const { t } = useLingui();
  const profile = useProfile();
  const current = party === 'shipTo' ? order.shipTo : (order.shipFrom?.address ?? emptyAddress('CA'));
  /** What is overwritten. The order is read again beside the open dialog, and nobody has looked at that. */
  const [seen, setSeen] = useState({ version: order.version, address: current });
  const [draft, setDraft] = useDraft(profile.userName, `address:${order.id}:${party}`, readAddress);
  const form = useAddressForm(draft ?? current, 'address');
  const locations = useQuery({ ...locationsQuery, enabled: party === 'shipFrom' }).data?.locations ?? [];
  const [place, setPlace] = useState(
    party === 'shipTo' || draft || (order.shipFrom && order.shipFrom.locationId === null)
      ? OTHER
      : (order.shipFrom?.locationId ?? OTHER),
  );
  /** The suggestion was seen and what was typed is kept. */
  const [kept, setKept] = useState<string | undefined>(undefined);
  const [asking, setAsking] = useState(false);

  const save = useMutation({
    mutationFn: (change: AddressChange) => changeAddress({ orderId: order.id, party, version: seen.version, change }),
    onSuccess: ({ data, successMessage }) => {
      setDraft(undefined);
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
  const set = (next: AddressDto) => {
    form.set(next);
    setDraft(next);
  };
  const stale = save.error instanceof ApiError && save.error.code === 'stale_version';
  // Of another change of the order nothing is lost; one of the address is shown first, below.
  if (order.version !== seen.version && (stale || differences(seen.address, current).length === 0))
    setSeen({ version: order.version, address: current });
  const imported = party === 'shipTo' ? (order.shipToImported ?? order.shipTo) : undefined;
  const edited = party === 'shipTo' ? order.shipToEdited : order.shipFromChosen;
  const changed = imported ? differences(imported, form.value) : [];
  const { suggestion, mode } = form;
  const typed = JSON.stringify(form.value);

  const submit = async () => {
    if (place !== OTHER) return save.mutate({ locationId: place });
    const address = form.submit();
    if (!address) return undefined;
    setAsking(true);
    const answer = await form.verify();
    setAsking(false);
    // A better spelling is shown once before what was typed is saved; taken by itself where the customer wants that.
    if (answer?.suggestion && answer.mode === 'confirm' && kept !== typed) {
      setKept(typed);
      return undefined;
    }
    return save.mutate({
      address: answer?.suggestion && answer.mode === 'automatic' ? answer.suggestion.address : address,
    });
  };
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {party === 'shipFrom' && (
        <NativeSelect
          label={t`Place`}
          value={place}
          onChange={(event) => setPlace(event.currentTarget.value)}
          data={[
            ...locations.map((each) => ({ value: each.id, label: each.name })),
            { value: OTHER, label: t`Another address, for this order alone` },
          ]}
        />
      )}
      {place === OTHER && <AddressTools value={form.value} onChange={set} />}
      {place === OTHER && (
        <AddressFields value={form.value} onChange={set} onBlur={form.onBlur} remarks={form.remarks} />
      )}
      {place === OTHER && suggestion && mode !== 'off' && (
        <Suggestion
          suggestion={suggestion}
          automatic={mode === 'automatic'}
          waiting={kept === typed}
          onTake={() => set(suggestion.address)}
        />
      )}
      {place === OTHER && form.value.address1.trim() !== '' && (
        <Suspense fallback={null}>
          <CarrierAddressCheck address={form.value} onTake={set} />
        </Suspense>
      )}
      {imported && changed.length > 0 && (
        <details open>
          <summary className="small dim">
            <Trans>Compared with the imported address</Trans>
          </summary>
          <AddressCompare before={imported} after={form.value} />
        </details>
      )}
      {stale && differences(form.value, current).length > 0 && (
        <div className="notice" data-tone="warn">
          <div className="grow">
            <div className="strong">
              <Trans>Somebody changed this order meanwhile. Saved now, and as you typed it:</Trans>
            </div>
            <AddressCompare before={current} after={form.value} />
          </div>
          <Button variant="default" size="compact-sm" onClick={() => set(current)}>
            <Trans>Use what is saved</Trans>
          </Button>
        </div>
      )}
      {save.isError && <ErrorState compact error={save.error} />}
      <div className="row end">
        {edited && (
          <Button
            variant="default"
            loading={save.isPending && save.variables !== undefined && 'revert' in save.variables}
            onClick={() => save.mutate({ revert: true })}
          >
            {party === 'shipTo' ? <Trans>Back to the imported one</Trans> : <Trans>Back to the usual place</Trans>}
          </Button>
        )}
        <Button
          variant="default"
          onClick={() => {
            setDraft(undefined);
            onClose();
          }}
        >
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={save.isPending || asking}>
          {place === OTHER && kept === typed && suggestion && mode === 'confirm' ? (
            <Trans>Save as typed</Trans>
          ) : (
            <Trans>Save address</Trans>
          )}
        </Button>
      </div>
    </form>
  );
}
