import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CustomerDetail } from '@scanship/contracts/network/customers';
import { notify } from '../../app/notify.ts';
import { useFormat } from '../../app/use-format.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { LOCALE_NAMES } from '../../ui/LanguageLinks.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { saveCustomer, tookCustomer } from './customers-api.ts';
import { TimeZoneField } from './TimeZoneField.tsx';

/** Name, note, time zone and language of a customer. */
export default function RecordForm({ customer }: { readonly customer: CustomerDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const { name, note, timeZone, locale, version } = customer;
  const [value, setValue] = useState({ name, note, timeZone, locale });
  const save = useMutation({
    mutationFn: () => saveCustomer(customer.id, { ...value, name: value.name.trim(), version }),
    onSuccess: ({ data, successMessage }) => {
      tookCustomer(data);
      notify.success(successMessage ?? t`Customer saved.`);
    },
  });
  const refused = fieldErrorsOf(save.error);
  const change = (part: Partial<typeof value>) => setValue((was) => ({ ...was, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value.name.trim()) save.mutate();
  };
  return (
    <form className="card" onSubmit={submit} aria-labelledby="record-head">
      <div className="card-head">
        <h2 id="record-head" className="grow">
          <Trans>Record</Trans>
        </h2>
        <span className="dim small">
          <Trans>Customer since {format.instant(customer.createdAt, 'day')}</Trans>
        </span>
      </div>
      <div className="card-body stack">
        {save.error && <ErrorState compact error={save.error} />}
        <div className="fields">
          <TextInput
            label={t`Name of the company`}
            required
            maxLength={120}
            value={value.name}
            error={refused.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <TimeZoneField
            value={value.timeZone}
            error={refused.timeZone}
            onChange={(zone) => change({ timeZone: zone })}
          />
          <NativeSelect
            className="w6"
            label={t`Language`}
            value={value.locale}
            data={Object.entries(LOCALE_NAMES).map(([code, label]) => ({ value: code, label }))}
            onChange={(event) => change({ locale: event.currentTarget.value === 'fr-CA' ? 'fr-CA' : 'en-CA' })}
          />
          <Textarea
            label={t`Note`}
            description={t`Only your staff reads it.`}
            autosize
            minRows={2}
            maxLength={2000}
            value={value.note}
            onChange={(event) => change({ note: event.currentTarget.value })}
          />
        </div>
        <div className="row">
          <Button type="submit" loading={save.isPending} disabled={!value.name.trim()}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </div>
    </form>
  );
}
