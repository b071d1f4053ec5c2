import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ACCOUNTING_FORMATS, type AccountingSettings } from '@scanship/contracts/money/accounting';
import { monthOf } from '@scanship/domain/money/statement';
import { useProfile } from '../../../app/profile.ts';
import { useFormat } from '../../../app/use-format.ts';
import { fieldErrorsOf } from '../../../lib/api-errors.ts';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { AccountNamesForm } from './AccountNamesForm.tsx';
import { accountingQuery, saveAccountingFile } from './accounting-api.ts';

type Format = (typeof ACCOUNTING_FORMATS)[number];

/** The book as a file for the accountant, and what its accounts are called there. */
export function AccountingPanel() {
  const settings = useQuery(accountingQuery);
  if (settings.data) return <Ready settings={settings.data} />;
  return (
    <div className="card">
      {settings.isError ? (
        <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
      ) : (
        <Skeletons rows={4} height={36} />
      )}
    </div>
  );
}

function Ready({ settings }: { readonly settings: AccountingSettings }) {
  const { t } = useLingui();
  const format = useFormat();
  const { currency: own, rights } = useProfile();
  const today = format.today();
  const [kind, setKind] = useState<Format>('journal');
  const [from, setFrom] = useState(monthOf(today));
  const [to, setTo] = useState(today);
  const [currency, setCurrency] = useState(own);
  const currencies = settings.currencies.includes(own) ? settings.currencies : [own, ...settings.currencies];
  const save = useMutation({
    mutationFn: () => saveAccountingFile({ format: kind, from, to, ...(kind === 'journal' ? {} : { currency }) }),
  });
  const wrong = to < from ? t`The last day is before the first. Choose a later one.` : undefined;
  const refused = fieldErrorsOf(save.error);
  const words: Readonly<Record<Format, string>> = {
    journal: t`Journal: every posting`,
    quickbooks: t`QuickBooks Online: journal entries`,
    xero: t`Xero: manual journals`,
  };
  const about: Readonly<Record<Format, string>> = {
    journal: t`A CSV of every posting as it was booked: day, account, customer, debit and credit.`,
    quickbooks: t`One journal entry for each month and customer. Import it under Settings > Import data > Journal entries.`,
    xero: t`One manual journal for each month. Import it under Accounting > Manual journals > Import. Xero does not post to its own accounts for receivables and taxes from a journal: name clearing accounts for these.`,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!wrong) save.mutate();
  };
  return (
    <div className="stack">
      <form className="card" onSubmit={submit} aria-label={t`Accounting export`}>
        <div className="card-head">
          <h2>
            <Trans>Accounting export</Trans>
          </h2>
        </div>
        <div className="card-body stack">
          {save.error && <ErrorState compact error={save.error} />}
          <div className="fields">
            <NativeSelect
              className="w6"
              label={t`File for`}
              value={kind}
              data={ACCOUNTING_FORMATS.map((value) => ({ value, label: words[value] }))}
              onChange={(event) => {
                const chosen = ACCOUNTING_FORMATS.find((each) => each === event.currentTarget.value);
                save.reset();
                if (chosen) setKind(chosen);
              }}
            />
            <TextInput
              className="w3"
              type="date"
              label={t`First day`}
              required
              value={from}
              error={refused.from}
              onChange={(event) => setFrom(event.currentTarget.value)}
            />
            <TextInput
              className="w3"
              type="date"
              label={t`Last day`}
              required
              value={to}
              error={wrong ?? refused.to}
              onChange={(event) => setTo(event.currentTarget.value)}
            />
            {kind !== 'journal' && currencies.length > 1 && (
              <NativeSelect
                className="w3"
                label={t`Currency`}
                value={currency}
                data={[...currencies]}
                onChange={(event) => setCurrency(event.currentTarget.value)}
              />
            )}
          </div>
          <p className="dim small">{about[kind]}</p>
          <div className="row">
            <Button type="submit" loading={save.isPending}>
              <Trans>Download CSV</Trans>
            </Button>
          </div>
        </div>
      </form>
      {kind !== 'journal' && (
        <AccountNamesForm
          key={kind}
          program={kind}
          settings={settings}
          missing={Object.keys(refused)}
          editable={rights.includes('money.credit')}
        />
      )}
    </div>
  );
}
