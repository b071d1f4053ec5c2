import { Button, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { AccountingName, AccountingProgram, AccountingSettings } from '@scanship/contracts/money/accounting';
import { notify } from '../../../app/notify.ts';
import { queryClient } from '../../../app/query-client.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { accountingQuery, saveAccountNames } from './accounting-api.ts';

interface Props {
  readonly program: AccountingProgram;
  readonly settings: AccountingSettings;
  /** What the last export lacked. */
  readonly missing: readonly string[];
  readonly editable: boolean;
}

/** An example of each, as a new company of the program has it. */
const EXAMPLES: Readonly<Record<AccountingProgram, Readonly<Record<AccountingName, string>>>> = {
  quickbooks: {
    receivable: 'Accounts Receivable (A/R)',
    revenue: 'Sales',
    tax: 'GST/HST Payable',
    cost: 'Cost of Goods Sold',
    // Not Accounts Payable: a line on it must name a supplier, and carriers are none of this book's parties.
    payable: 'Accrued carrier charges',
    commission: 'Commissions and fees',
    clearing: 'Undeposited Funds',
    wallet: 'Customer deposits',
    'tax-rate': '',
  },
  xero: {
    receivable: '615',
    revenue: '200',
    tax: '825',
    cost: '310',
    payable: '805',
    commission: '404',
    clearing: '620',
    wallet: '830',
    'tax-rate': 'Tax Exempt',
  },
};

/** What the accounts of the book are called in the program that reads the file. */
export function AccountNamesForm({ program, settings, missing, editable }: Props) {
  const { t } = useLingui();
  const stored = new Map(
    settings.names.filter((each) => each.program === program).map((each) => [each.name, each.account]),
  );
  const [draft, setDraft] = useState<Readonly<Partial<Record<AccountingName, string>>>>({});
  const save = useMutation({
    mutationFn: () => saveAccountNames({ program, names: asked.map((name) => ({ name, account: valueOf(name) })) }),
    onSuccess: ({ data, successMessage }) => {
      queryClient.setQueryData(accountingQuery.queryKey, data);
      setDraft({});
      notify.success(successMessage ?? t`Saved.`);
    },
  });
  const words: Readonly<Record<AccountingName, string>> = {
    receivable: t`What customers owe`,
    revenue: t`Revenue`,
    tax: t`Sales taxes collected`,
    cost: t`Cost of labels`,
    payable: t`What is owed to carriers and the platform`,
    commission: t`Commissions`,
    clearing: t`Payments received`,
    wallet: t`Prepaid by customers`,
    'tax-rate': t`Tax rate of the lines`,
  };
  const asked: readonly AccountingName[] = [...settings.used, ...(program === 'xero' ? (['tax-rate'] as const) : [])];
  const valueOf = (name: AccountingName): string => draft[name] ?? stored.get(name) ?? '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  if (asked.length === 0) return null;
  return (
    <form className="card" onSubmit={submit} aria-label={t`Names of accounts`}>
      <div className="card-head">
        <h2>{program === 'quickbooks' ? t`Names of accounts in QuickBooks` : t`Codes of accounts in Xero`}</h2>
      </div>
      <div className="card-body stack">
        {save.error && <ErrorState compact error={save.error} />}
        <div className="fields">
          {asked.map((name) => (
            <TextInput
              key={name}
              className="w6"
              label={words[name]}
              placeholder={EXAMPLES[program][name]}
              maxLength={100}
              disabled={!editable}
              value={valueOf(name)}
              error={missing.includes(name) && valueOf(name).trim() === '' ? t`This is required.` : undefined}
              onChange={(event) => {
                const { value } = event.currentTarget;
                setDraft((was) => ({ ...was, [name]: value }));
              }}
            />
          ))}
        </div>
        <div className="row">
          <Button type="submit" variant="default" loading={save.isPending} disabled={!editable}>
            <Trans>Save names</Trans>
          </Button>
        </div>
      </div>
    </form>
  );
}
