import { Button, Checkbox, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconPencil, IconPlus, IconTrash } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { addLocation, archiveLocation, type LocationDto, updateLocation } from '@scanship/contracts/network/settings';
import { api } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { ApiError, fieldErrorsOf } from '../../lib/api-errors.ts';
import { Badge } from '../../ui/Badge.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { addressLines, emptyAddress } from '../address/address-model.ts';
import { AddressFields } from '../address/AddressFields.tsx';
import { useAddressForm } from '../address/use-address-form.ts';
import { useFormat } from '../../app/use-format.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { calendarBody, type CalendarDraft, calendarOf } from './calendar-draft.ts';
import { CalendarFields } from './CalendarFields.tsx';
import { locationsQuery } from './settings-api.ts';
import { Dialog } from '../../ui/Dialog.tsx';

export function LocationsCard() {
  const { t } = useLingui();
  const locations = useQuery(locationsQuery);
  const [editing, setEditing] = useState<LocationDto | 'new' | undefined>(undefined);
  const [leaving, setLeaving] = useState<LocationDto>();
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
                    {location.importedFrom !== null && <Badge>{t`From ${location.importedFrom}`}</Badge>}
                  </div>
                  <div className="dim small">{addressLines(location.address).join(', ')}</div>
                  <div className="dim small">
                    {t`Cut-off ${location.cutOff} (${location.timeZone})`}
                    {location.handlingDays !== null && ` · ${t`ships within ${location.handlingDays} working days`}`}
                  </div>
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
                {!location.isDefault && location.importedFrom === null && (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={t`Put ${location.name} away`}
                    onClick={() => setLeaving(location)}
                  >
                    <IconTrash size={14} aria-hidden />
                  </Button>
                )}
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
            others={list.filter((each) => editing === 'new' || each.id !== editing.id)}
            onDone={() => setEditing(undefined)}
          />
        )}
      </Dialog>
      <PutAway location={leaving} onClose={() => setLeaving(undefined)} />
    </section>
  );
}

function PutAway({ location, onClose }: { readonly location: LocationDto | undefined; readonly onClose: () => void }) {
  const { t } = useLingui();
  const remove = useMutation({
    mutationFn: ({ id, version }: LocationDto) => api.call(archiveLocation, { params: { id }, query: { version } }),
    onSuccess: ({ data, successMessage }) => {
      queryClient.setQueryData(locationsQuery.queryKey, data);
      notify.success(successMessage ?? t`The address was archived.`);
    },
    onError: (error) => {
      notify.error(error);
      void queryClient.invalidateQueries({ queryKey: locationsQuery.queryKey });
    },
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      opened={location !== undefined}
      title={t`Archive this address?`}
      confirm={t`Archive`}
      danger
      busy={remove.isPending}
      onConfirm={() => location && remove.mutate(location)}
      onClose={onClose}
    >
      <Trans>Nothing ships from “{location?.name}” any more. Existing orders and shipments keep it.</Trans>
    </ConfirmDialog>
  );
}

interface FormProps {
  readonly location: LocationDto | undefined;
  readonly first: boolean;
  readonly others: readonly LocationDto[];
  readonly onDone: () => void;
}
function LocationForm({ location, first, others, onDone }: FormProps) {
  const { t } = useLingui();
  const { timeZone } = useFormat();
  const [calendar, setCalendar] = useState<CalendarDraft>(() => calendarOf(location, timeZone));
  const [name, setName] = useState(location?.name ?? '');
  const [isDefault, setDefault] = useState(location?.isDefault ?? first);
  const [pressed, setPressed] = useState(false);
  const form = useAddressForm(location?.address ?? emptyAddress('CA'), 'address');
  const save = useMutation({
    mutationFn: (address: LocationDto['address']) => {
      const body = { name: name.trim(), address, isDefault, ...calendarBody(calendar) };
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
    if (address && name.trim() && calendarBody(calendar)) save.mutate(address);
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <TextInput
        label={t`Name of this address`}
        placeholder={t`Warehouse`}
        value={name}
        maxLength={80}
        error={pressed && !name.trim() ? t`This is required.` : fieldErrorsOf(save.error).name}
        onChange={(e) => setName(e.currentTarget.value)}
        data-autofocus
      />
      <AddressFields value={form.value} onChange={form.set} onBlur={form.onBlur} remarks={form.remarks} />
      <CalendarFields
        draft={calendar}
        set={(change) => setCalendar((before) => ({ ...before, ...change }))}
        address={form.value}
        others={others}
        errors={fieldErrorsOf(save.error)}
      />
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
