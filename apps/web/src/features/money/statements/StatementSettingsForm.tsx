import { Button, Switch, Textarea, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { StatementSettingsDto } from '@scanship/contracts/money/statements';
import { notify } from '../../../app/notify.ts';
import { useProfile } from '../../../app/profile.ts';
import { queryClient } from '../../../app/query-client.ts';
import { fieldErrorsOf } from '../../../lib/api-errors.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { closingQuery, saveSettings } from './statements-api.ts';

/** Numbers, legal name, terms and mails of invoices. */
export function StatementSettingsForm({ settings }: { readonly settings: StatementSettingsDto }) {
  const { t } = useLingui();
  const { rights } = useProfile();
  const [draft, setDraft] = useState(settings);
  const [days, setDays] = useState(String(settings.termsDays));
  const save = useMutation({
    mutationFn: () => saveSettings({ ...draft, termsDays: Number(days) }),
    onSuccess: ({ data, successMessage }) => {
      queryClient.setQueryData(closingQuery.queryKey, data);
      notify.success(successMessage ?? t`Saved.`);
    },
  });
  const refused = fieldErrorsOf(save.error);
  const daysWrong =
    /^\d{1,3}$/.test(days) && Number(days) <= 180 ? undefined : t`Enter a number of days from 0 to 180.`;
  const prefixWrong = (prefix: string) =>
    /^[A-Z0-9]{1,8}$/.test(prefix) ? undefined : t`Use up to 8 capital letters and digits.`;
  const wrong = daysWrong ?? prefixWrong(draft.invoicePrefix) ?? prefixWrong(draft.creditPrefix);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!wrong) save.mutate();
  };
  if (!rights.includes('money.credit')) return null;
  const text = (field: 'invoicePrefix' | 'creditPrefix' | 'legalName') => ({
    value: draft[field],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setDraft({ ...draft, [field]: field === 'legalName' ? value : value.toUpperCase() });
    },
  });
  return (
    <form className="card" onSubmit={submit} aria-label={t`How invoices are written`}>
      <div className="card-head">
        <h2>
          <Trans>How invoices are written</Trans>
        </h2>
      </div>
      <div className="card-body stack">
        {save.error && Object.keys(refused).length === 0 && <ErrorState compact error={save.error} />}
        <Switch
          label={t`Close each month automatically`}
          checked={draft.autoClose}
          onChange={(event) => setDraft({ ...draft, autoClose: event.currentTarget.checked })}
        />
        <Switch
          label={t`Tell the buyers’ billing people by e-mail`}
          checked={draft.mail}
          onChange={(event) => setDraft({ ...draft, mail: event.currentTarget.checked })}
        />
        <div className="fields">
          <TextInput
            className="w3"
            label={t`Invoice numbers begin with`}
            {...text('invoicePrefix')}
            error={refused.invoicePrefix ?? prefixWrong(draft.invoicePrefix)}
          />
          <TextInput
            className="w3"
            label={t`Credit notes begin with`}
            {...text('creditPrefix')}
            error={refused.creditPrefix ?? prefixWrong(draft.creditPrefix)}
          />
          <TextInput
            className="w6"
            label={t`Days until an invoice is due`}
            description={t`For buyers without terms of their own.`}
            inputMode="numeric"
            value={days}
            error={refused.termsDays ?? daysWrong}
            onChange={(event) => setDays(event.currentTarget.value)}
          />
          <TextInput className="w6" label={t`Legal name`} maxLength={200} {...text('legalName')} />
          <Textarea
            label={t`Address on invoices`}
            autosize
            minRows={2}
            maxLength={500}
            value={draft.address}
            onChange={(event) => setDraft({ ...draft, address: event.currentTarget.value })}
          />
          <Textarea
            label={t`How to pay, in words`}
            autosize
            minRows={2}
            maxLength={1_000}
            value={draft.paymentNote}
            onChange={(event) => setDraft({ ...draft, paymentNote: event.currentTarget.value })}
          />
        </div>
        <div className="row">
          <Button type="submit" loading={save.isPending} disabled={wrong !== undefined}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </div>
    </form>
  );
}
