import { Button, Checkbox, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconPencil, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { addLocation, type LocationDto, updateLocation } from '@scanship/contracts/settings';
import { api } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { ApiError, fieldErrorsOf } from '../../lib/api-errors.ts';
import { Badge } from '../../ui/Badge.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { addressLines, emptyAddress } from '../address/address-model.ts';
import { AddressFields } from '../address/AddressFields.tsx';
import { useAddressForm } from '../address/use-address-form.ts';
import { locationsQuery } from './settings-api.ts';
import { Dialog } from '../../ui/Dialog.tsx';

export function LocationsCard() {
  const { t } = useLingui();
  const locations = useQuery(locationsQuery);
  const [editing, setEditing] = useState<LocationDto | 'new' | undefined>(undefined);
  const list = locations.data?.locations ?? [];
  const add = (
    <Button
      variant={list.length === 0 ? 'filled' : 'default'}
      size={list.length === 0 ? 'sm' : 'compact-md'}
      leftSection={<IconPlus size={15} aria-hidden />}
      onClick={() => setEditing('new')}
    >
      <Trans>Add an address</Trans>
    </Button>
  );
  return (
    <section className="card" aria-label={t`Ship-from addresses`}>
      <div className="card-head">
        <h2 className="grow">
          <Trans>Ship-from addresses</Trans>
        </h2>
        {list.length > 0 && add}
      </div>
      {locations.data ? (
        list.length === 0 ? (
          <EmptyState title={t`No address to ship from yet`} actions={add}>
            <Trans>Carriers need to know where parcels start.</Trans>
          </EmptyState>
        ) : (
          <ul className="locations">
            {list.map((location) => (
              <li key={location.id} className="row top between">
                <div className="grow">
                  <div className="row tight">
                    <span className="strong">{location.name}</span>
                    {location.isDefault && <Badge tone="info">{t`Default`}</Badge>}
                  </div>
                  <div className="dim small">{addressLines(location.address).join(', ')}</div>
                  {location.problems.map((problem) => (
                    <div key={problem.code + problem.field} className="row tight small danger">
                      <IconAlertTriangle size={14} aria-hidden />
                      {problem.message}
                    </div>
                  ))}
                </div>
                <Button
                  variant="default"
                  size="compact-sm"
                  leftSection={<IconPencil size={14} aria-hidden />}
                  aria-label={t`Edit ${location.name}`}
                  onClick={() => setEditing(location)}
                >
                  <Trans>Edit</Trans>
                </Button>
              </li>
            ))}
          </ul>
        )
      ) : locations.isError ? (
        <ErrorState error={locations.error} onRetry={() => void locations.refetch()} />
      ) : (
        <div className="card-body">
          <Skeletons rows={3} />
        </div>
      )}
      <Dialog
        opened={editing !== undefined}
        onClose={() => setEditing(undefined)}
        title={editing === 'new' ? t`Add a ship-from address` : t`Edit the ship-from address`}
        size="lg"
      >
        {editing && (
          <LocationForm
            location={editing === 'new' ? undefined : editing}
            first={list.length === 0}
            onDone={() => setEditing(undefined)}
          />
        )}
      </Dialog>
    </section>
  );
}

interface FormProps {
  readonly location: LocationDto | undefined;
  readonly first: boolean;
  readonly onDone: () => void;
}
function LocationForm({ location, first, onDone }: FormProps) {
  const { t } = useLingui();
  const [name, setName] = useState(location?.name ?? '');
  const [isDefault, setDefault] = useState(location?.isDefault ?? first);
  const [pressed, setPressed] = useState(false);
  const form = useAddressForm(location?.address ?? emptyAddress('CA'), 'address');
  const save = useMutation({
    mutationFn: (address: LocationDto['address']) => {
      const body = { name: name.trim(), address, isDefault };
      return location
        ? api.call(updateLocation, { params: { id: location.id }, body: { ...body, version: location.version } })
        : api.call(addLocation, { body });
    },
    onSuccess: ({ successMessage }) => {
      void queryClient.invalidateQueries({ queryKey: locationsQuery.queryKey });
      notify.success(successMessage ?? t`The address was saved.`);
      onDone();
    },
    onError: (error) => {
      form.refuse(error);
      if (error instanceof ApiError && error.code === 'stale_version')
        void queryClient.invalidateQueries({ queryKey: locationsQuery.queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    const address = form.submit();
    if (address && name.trim()) save.mutate(address);
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <TextInput
        label={t`Name of this place`}
        placeholder={t`Warehouse`}
        value={name}
        maxLength={80}
        error={pressed && !name.trim() ? t`This is needed.` : fieldErrorsOf(save.error).name}
        onChange={(e) => setName(e.currentTarget.value)}
        data-autofocus
      />
      <AddressFields value={form.value} onChange={form.set} onBlur={form.onBlur} remarks={form.remarks} />
      <Checkbox
        label={t`Ship from here unless an order says otherwise`}
        checked={isDefault}
        disabled={location?.isDefault ?? first}
        onChange={(e) => setDefault(e.currentTarget.checked)}
      />
      {save.isError && <ErrorState compact error={save.error} />}
      <div className="row end">
        <Button variant="default" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={save.isPending}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  );
}
