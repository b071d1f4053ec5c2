import { Button, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { AddressDto } from '@scanship/contracts/common';
import { addLocation } from '@scanship/contracts/network/settings';
import { type FormEvent, useState } from 'react';
import { api } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { nameOf, useProfile } from '../../app/profile.ts';
import { queryClient } from '../../app/query-client.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { ErrorState } from '../../ui/states.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { emptyAddress } from '../address/address-model.ts';
import { AddressFields } from '../address/AddressFields.tsx';
import { useAddressForm } from '../address/use-address-form.ts';
import { firstRunChanged } from './first-run-api.ts';

/** The address carriers collect from; small enough to be typed here. */
export function ShipFromStep({ done }: { readonly done: boolean }) {
  const manages = useProfile().rights.includes('settings.manage');
  if (!manages)
    return (
      <p>
        <Trans>Somebody who may change the settings of your company enters the address parcels start from.</Trans>
      </p>
    );
  return (
    <>
      <p>
        <Trans>Carriers need to know where parcels start. Prices depend on it, and it stands on every label.</Trans>
      </p>
      {!done && <ShipFromForm />}
      <div className="row">
        <LinkButton to="/account/settings" variant="subtle" size="compact-sm">
          <Trans>All ship-from addresses</Trans>
        </LinkButton>
      </div>
    </>
  );
}

function ShipFromForm() {
  const { t } = useLingui();
  const [name, setName] = useState(() => t`Main address`);
  const [pressed, setPressed] = useState(false);
  const profile = useProfile();
  // What the sign-up knows already.
  const form = useAddressForm(
    { ...emptyAddress('CA'), name: nameOf(profile), companyName: profile.tenantName },
    'address',
  );
  const save = useMutation({
    mutationFn: (address: AddressDto) =>
      api.call(addLocation, { body: { name: name.trim(), address, isDefault: true } }),
    onSuccess: () => {
      notify.success(t`The address was saved.`);
      void queryClient.invalidateQueries({ queryKey: ['locations'] });
      void queryClient.invalidateQueries({ queryKey: ['settings'] });
      return firstRunChanged();
    },
    onError: (error) => form.refuse(error),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    const address = form.submit();
    if (address && name.trim()) save.mutate(address);
  };
  return (
    <form className="stack first-run-form" noValidate onSubmit={submit}>
      <TextInput
        label={t`Name of this address`}
        value={name}
        maxLength={80}
        error={pressed && !name.trim() ? t`This is required.` : fieldErrorsOf(save.error).name}
        onChange={(e) => setName(e.currentTarget.value)}
      />
      <AddressFields value={form.value} onChange={form.set} onBlur={form.onBlur} remarks={form.remarks} />
      {save.isError && <ErrorState compact error={save.error} />}
      <div className="row">
        <Button type="submit" loading={save.isPending}>
          <Trans>Save the address</Trans>
        </Button>
      </div>
    </form>
  );
}
