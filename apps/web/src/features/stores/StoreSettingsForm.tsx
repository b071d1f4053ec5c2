import { Button, NativeSelect, Switch } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { StoreDetail, StoreSettings } from '@scanship/contracts/stores/stores';
import { notify } from '../../app/notify.ts';
import { ErrorState } from '../../ui/states.tsx';
import { locationsQuery } from '../settings/settings-api.ts';
import { ImportFields } from './ImportFields.tsx';
import { StoreServices } from './StoreServices.tsx';
import { saveSettings, tookStore } from './stores-api.ts';

const DOCUMENTS = ['SHIPPING_LABEL', 'PACKAGING_SLIPS', 'CUSTOM_INVOICE'] as const;
const OWN_TAG = { SHIPPING_LABEL: true, PACKAGING_SLIPS: false, CUSTOM_INVOICE: true };

/** What differs for this store from the customer's own defaults (decisions 29), and where its orders ship from. */
export function StoreSettingsForm({ store }: { readonly store: StoreDetail }) {
  const { t } = useLingui();
  const [value, setValue] = useState<StoreSettings>(store.settings);
  const locations = useQuery(locationsQuery);
  const save = useMutation({
    mutationFn: () => saveSettings({ id: store.id, settings: value, version: store.version }),
    onSuccess: ({ data, successMessage }) => {
      tookStore(data);
      notify.success(successMessage ?? t`Store updated successfully.`);
    },
  });
  const change = (part: Partial<StoreSettings>) => setValue((was) => ({ ...was, ...part }));
  const names = {
    SHIPPING_LABEL: t`Shipping label`,
    PACKAGING_SLIPS: t`Packing slip`,
    CUSTOM_INVOICE: t`Commercial invoice`,
  };
  const places = (locations.data?.locations ?? []).map((place) => ({ value: place.id, label: place.name }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const tag = value.autoPopupTag;
  const returns = value.returns ?? { refund: false, restock: false };
  return (
    <div className="stack">
      <form className="card" onSubmit={submit}>
        <div className="card-body stack">
          {save.error && <ErrorState compact error={save.error} />}
          <NativeSelect
            label={t`Documents after a label is bought`}
            value={tag ? 'own' : 'default'}
            data={[
              { value: 'default', label: t`As in the account’s settings` },
              { value: 'own', label: t`Different for this store` },
            ]}
            onChange={(event) => change({ autoPopupTag: event.currentTarget.value === 'own' ? OWN_TAG : null })}
          />
          {tag &&
            DOCUMENTS.map((name) => (
              <Switch
                key={name}
                label={names[name]}
                checked={tag[name]}
                onChange={(event) => change({ autoPopupTag: { ...tag, [name]: event.currentTarget.checked } })}
              />
            ))}
          <ImportFields
            value={value.imports}
            offered={store.capabilities}
            onChange={(imports) => change({ imports })}
          />
          {store.capabilities.fulfil && (
            <NativeSelect
              label={t`Notify the buyer when it ships`}
              value={value.notifyBuyer === null ? 'default' : value.notifyBuyer ? 'yes' : 'no'}
              data={[
                { value: 'default', label: t`As in the account’s settings` },
                { value: 'yes', label: t`Yes, the store writes to the buyer` },
                { value: 'no', label: t`No` },
              ]}
              onChange={(event) => {
                const chosen = event.currentTarget.value;
                change({ notifyBuyer: chosen === 'default' ? null : chosen === 'yes' });
              }}
            />
          )}
          {store.capabilities.refund && (
            <Switch
              label={t`Refund returns at the store`}
              description={t`Nothing is paid back until somebody presses the button at the return.`}
              checked={returns.refund}
              onChange={(event) => change({ returns: { ...returns, refund: event.currentTarget.checked } })}
            />
          )}
          {store.capabilities.restock && (
            <Switch
              label={t`Put returned goods back into the store’s stock`}
              checked={returns.restock}
              onChange={(event) => change({ returns: { ...returns, restock: event.currentTarget.checked } })}
            />
          )}
          <NativeSelect
            label={t`Ships from, where an order names no location`}
            value={value.defaultLocationId ?? ''}
            data={[{ value: '', label: t`The store’s own address` }, ...places]}
            onChange={(event) => change({ defaultLocationId: event.currentTarget.value || null })}
          />
          {store.locations.map((place) => {
            const mapped = value.warehouses.find((w) => w.externalLocationId === place.externalLocationId);
            return (
              <NativeSelect
                key={place.externalLocationId}
                label={t`The store’s location “${place.name}” is`}
                value={mapped?.locationId ?? ''}
                data={[{ value: '', label: t`The address as the store has it` }, ...places]}
                onChange={(event) => {
                  const locationId = event.currentTarget.value || null;
                  const others = value.warehouses.filter((w) => w.externalLocationId !== place.externalLocationId);
                  change({ warehouses: [...others, { externalLocationId: place.externalLocationId, locationId }] });
                }}
              />
            );
          })}
          <div className="row">
            <Button type="submit" loading={save.isPending}>
              <Trans>Save</Trans>
            </Button>
          </div>
        </div>
      </form>
      <Link to="/ecommerce/buyer-notices" search={{ store: store.id }} className="link">
        <Trans>Notices to buyers of this store</Trans>
      </Link>
      <StoreServices storeId={store.id} />
    </div>
  );
}
