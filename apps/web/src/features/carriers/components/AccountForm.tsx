import { Button, Checkbox, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { CarrierAccount } from '@scanship/contracts/carriers/carriers';
import { ForCustomer } from '../../../app/ForCustomer.tsx';
import { notify } from '../../../app/notify.ts';
import { fieldErrorsOf } from '../../../lib/api-errors.ts';
import { CredentialInput } from '../../connect/CredentialInput.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useCredentials } from '../../connect/use-credentials.ts';
import { catalogueQuery, change, tookAccount } from '../carriers-api.ts';

/** Name, pause and new credentials. Stored secrets are never shown; empty fields keep them. */
export function AccountForm({ account }: { readonly account: CarrierAccount }) {
  const { t } = useLingui();
  const catalogue = useQuery(catalogueQuery);
  const fields = catalogue.data?.carriers.find((c) => c.id === account.carrier)?.credentials ?? [];
  const [name, setName] = useState(account.name);
  const [paused, setPaused] = useState(account.state === 'paused');
  const save = useMutation({
    mutationFn: change,
    onSuccess: ({ data, successMessage }) => {
      tookAccount(data);
      credentials.clear();
      notify.success(successMessage ?? t`Saved.`);
    },
  });
  const refused = fieldErrorsOf(save.error);
  const form = useRef<HTMLFormElement>(null);
  const credentials = useCredentials(fields, { refused, kept: true });
  const given = Object.fromEntries(Object.entries(credentials.given).filter(([, value]) => value.trim() !== ''));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (credentials.check(form) && name.trim())
      save.mutate({
        id: account.id,
        name: name.trim(),
        paused,
        ...(Object.keys(given).length > 0 ? { credentials: given } : {}),
      });
  };
  return (
    <form ref={form} className="card" noValidate onSubmit={submit}>
      <div className="card-head">
        <h2>
          <Trans>Account</Trans>
        </h2>
      </div>
      <div className="card-body stack">
        <div className="fields">
          <TextInput
            className="w6"
            label={t`Name of this account`}
            value={name}
            maxLength={80}
            error={name.trim() ? refused.name : t`This is required.`}
            onChange={(e) => setName(e.currentTarget.value)}
          />
          {credentials.asked.map((field) => (
            <CredentialInput
              key={field.name}
              className="w6"
              kept
              field={field}
              given={credentials.given}
              error={credentials.errorOf(field)}
              onChange={credentials.set}
              onLeave={credentials.leave}
            />
          ))}
        </div>
        <Checkbox
          label={t`Pause: ask this carrier for no rates`}
          checked={paused}
          onChange={(e) => setPaused(e.currentTarget.checked)}
        />
        {save.isError && <ErrorState compact error={save.error} />}
        <div className="row end">
          <ForCustomer say>
            <Button type="submit" loading={save.isPending}>
              <Trans>Save</Trans>
            </Button>
          </ForCustomer>
        </div>
      </div>
    </form>
  );
}
