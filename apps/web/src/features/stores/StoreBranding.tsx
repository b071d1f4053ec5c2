import { Button, TextInput, Textarea } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconInfoCircle } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { StoreAddress, StoreDetail } from '@scanship/contracts/stores/stores';
import type { AddressDto } from '@scanship/contracts/common';
import { notify } from '../../app/notify.ts';
import { useProfile } from '../../app/profile.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { ErrorState } from '../../ui/states.tsx';
import { AddressFields, type FieldRemark } from '../address/AddressFields.tsx';
import { locationsQuery } from '../settings/settings-api.ts';
import { saveAddress, saveSettings, tookStore } from './stores-api.ts';

const FIELDS = [
  'companyName',
  'address1',
  'address2',
  'city',
  'provinceCode',
  'zipcode',
  'countryCode',
  'name',
  'phone',
  'email',
] as const;

const toForm = (address: StoreAddress): AddressDto => ({
  name: address.name ?? '',
  companyName: address.companyName ?? '',
  address1: address.address1 ?? '',
  address2: address.address2 ?? '',
  city: address.city ?? '',
  provinceCode: address.provinceCode ?? '',
  zipcode: address.zipcode ?? '',
  countryCode: address.countryCode ?? '',
  phone: address.phone ?? '',
  email: address.email ?? '',
});
/** What the company told already, where the platform says nothing: its name, and with no street at all where parcels start. */
function filledIn(address: StoreAddress, company: string, shipFrom: AddressDto | undefined): AddressDto {
  const form = toForm(address);
  const place = address.address1 === null && shipFrom ? { ...shipFrom, name: form.name || shipFrom.name } : form;
  return { ...form, ...place, companyName: form.companyName || place.companyName || company };
}
const fromForm = (form: AddressDto): StoreAddress => {
  const text = (value: string | null | undefined) => value?.trim() || null;
  return Object.fromEntries(FIELDS.map((name) => [name, text(form[name])])) as StoreAddress;
};

/** The store's address, without whose six fields nothing is imported (product-spec section 5), and its name on papers. */
export function StoreBranding({ store }: { readonly store: StoreDetail }) {
  const { t } = useLingui();
  const { tenantName } = useProfile();
  const locations = useQuery(locationsQuery);
  const [typed, setAddress] = useState<AddressDto>();
  const shipFrom = locations.data?.locations.find(({ isDefault }) => isDefault)?.address;
  const lacking = store.missingAddressFields.length > 0;
  const address =
    typed ??
    (lacking ? filledIn(store.ecommerceStoreAddress, tenantName, shipFrom) : toForm(store.ecommerceStoreAddress));
  const [brand, setBrand] = useState(store.settings.branding);
  const save = useMutation({
    mutationFn: () => saveAddress({ id: store.id, address: fromForm(address) }),
    onSuccess: ({ data, successMessage }) => {
      tookStore(data);
      notify.success(successMessage ?? t`Store updated successfully.`);
    },
  });
  const saveBrand = useMutation({
    mutationFn: () =>
      saveSettings({ id: store.id, settings: { ...store.settings, branding: brand }, version: store.version }),
    onSuccess: ({ data, successMessage }) => {
      tookStore(data);
      notify.success(successMessage ?? t`Store updated successfully.`);
    },
  });
  const refused = fieldErrorsOf(save.error);
  const missing: Readonly<Record<string, FieldRemark>> = Object.fromEntries([
    ...store.missingAddressFields.flatMap((field) =>
      address[field]?.trim() ? [] : [[field, { severity: 'error' as const, message: t`Needed before syncing.` }]],
    ),
    ...Object.entries(refused).map(([field, message]) => [field, { severity: 'error' as const, message }]),
  ]);
  const submit = (run: () => void) => (event: FormEvent) => {
    event.preventDefault();
    run();
  };
  const text = (name: keyof typeof brand) => ({
    value: brand[name] ?? '',
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setBrand((was) => ({ ...was, [name]: value || null }));
    },
  });
  return (
    <>
      <form className="card" onSubmit={submit(() => save.mutate())}>
        <div className="card-head">
          <h2>
            <Trans>Address of the store</Trans>
          </h2>
        </div>
        <div className="card-body stack">
          {store.addressSentence && (
            <div className="notice" data-tone="warn">
              <IconInfoCircle size={17} aria-hidden />
              <div>{store.addressSentence}</div>
            </div>
          )}
          {lacking && typed === undefined && (
            <p className="dim small">
              <Trans>
                What is missing was filled in from your company and ship-from address. Check it, then save it.
              </Trans>
            </p>
          )}
          {save.error && <ErrorState compact error={save.error} />}
          <AddressFields value={address} onChange={setAddress} remarks={missing} />
          <div className="row">
            <Button type="submit" loading={save.isPending}>
              <Trans>Save the address</Trans>
            </Button>
          </div>
        </div>
      </form>
      <form className="card" onSubmit={submit(() => saveBrand.mutate())}>
        <div className="card-head">
          <h2>
            <Trans>On packing slips</Trans>
          </h2>
        </div>
        <div className="card-body stack">
          {saveBrand.error && <ErrorState compact error={saveBrand.error} />}
          <div className="fields">
            <TextInput className="w6" label={t`Name of the sender`} maxLength={100} {...text('displayName')} />
            <TextInput className="w6" label={t`Web site`} maxLength={200} {...text('website')} />
            <TextInput className="w6" label={t`E-mail`} maxLength={254} {...text('email')} />
            <TextInput className="w6" label={t`Phone`} maxLength={40} {...text('phone')} />
            <Textarea label={t`Message to the buyer`} autosize minRows={2} maxLength={500} {...text('message')} />
          </div>
          <div className="row">
            <Button type="submit" variant="default" loading={saveBrand.isPending}>
              <Trans>Save</Trans>
            </Button>
          </div>
        </div>
      </form>
    </>
  );
}
