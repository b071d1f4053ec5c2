import { Button, Textarea, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CustomerDetail } from '@scanship/contracts/network/customers';
import { money, parseMoney, toDecimal } from '@scanship/domain/money/money';
import { notify } from '../../app/notify.ts';
import { useProfile } from '../../app/profile.ts';
import { useFormat } from '../../app/use-format.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { ErrorState } from '../../ui/states.tsx';
import { Figure } from '../dashboard/Figure.tsx';
import '../dashboard/dashboard.css';
import { setCredit, tookCustomer } from './customers-api.ts';
import { ExplainedSwitch } from '../../ui/ExplainedSwitch.tsx';

type Credit = NonNullable<CustomerDetail['credit']>;

/** What the customer owes, and how far it may go. */
export function CustomerCredit({ customer }: { readonly customer: CustomerDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const { rights } = useProfile();
  const { credit } = customer;
  if (!credit) return null;
  const { currency, limitMinor } = credit;
  const show = (minor: number) => format.money({ minor, currency });
  const used = limitMinor === null || limitMinor === 0 ? undefined : credit.owedMinor / limitMinor;
  const percent = new Intl.NumberFormat(format.locale, { style: 'percent', maximumFractionDigits: 0 });
  return (
    <div className="stack">
      <div className="figures">
        <Figure label={t`Owed now`} value={show(credit.owedMinor)}>
          {used !== undefined && <Trans>{percent.format(used)} of the limit</Trans>}
        </Figure>
        <Figure label={t`Set aside for labels on their way`} value={show(credit.reservedMinor)} />
        <Figure
          label={t`Limit`}
          value={limitMinor === null ? t({ message: 'None', context: 'credit limit' }) : show(limitMinor)}
        />
      </div>
      {rights.includes('money.credit') && <CreditForm customer={customer} credit={credit} />}
    </div>
  );
}

function CreditForm({ customer, credit }: { readonly customer: CustomerDetail; readonly credit: Credit }) {
  const { t } = useLingui();
  const { currency } = credit;
  const [limited, setLimited] = useState(credit.limitMinor !== null);
  const [limit, setLimit] = useState(credit.limitMinor === null ? '' : toDecimal(money(credit.limitMinor, currency)));
  const [terms, setTerms] = useState(String(credit.termsDays));
  const [note, setNote] = useState(credit.note);
  const amount = parseMoney(limit, currency);
  const limitWrong = limited && (!amount || amount.minor < 0) ? t`Enter an amount such as 500.00.` : undefined;
  const days = /^\d{1,3}$/.test(terms.trim()) ? Number(terms) : undefined;
  const daysWrong = days === undefined || days > 180 ? t`Enter a number of days from 0 to 180.` : undefined;
  const save = useMutation({
    mutationFn: () =>
      setCredit(customer.id, {
        limitMinor: limited ? (amount?.minor ?? 0) : null,
        termsDays: days ?? 0,
        note: note.trim(),
      }),
    onSuccess: ({ data, successMessage }) => {
      tookCustomer(data);
      notify.success(successMessage ?? t`Credit saved.`);
    },
  });
  const [tried, setTried] = useState(false);
  const refused = fieldErrorsOf(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!limitWrong && !daysWrong) save.mutate();
  };
  return (
    <form className="card" onSubmit={submit}>
      <div className="card-head">
        <h2>
          <Trans>Limit and terms</Trans>
        </h2>
      </div>
      <div className="card-body stack">
        {save.error && <ErrorState compact error={save.error} />}
        <ExplainedSwitch
          label={t`Limit what they may owe`}
          description={t`A label that would go over the limit is refused, with the reason.`}
          checked={limited}
          onChange={(event) => setLimited(event.currentTarget.checked)}
        />
        <div className="fields">
          {limited && (
            <TextInput
              className="w6"
              label={t`Credit limit (${currency})`}
              inputMode="decimal"
              value={limit}
              error={refused.limitMinor ?? (tried ? limitWrong : undefined)}
              onChange={(event) => setLimit(event.currentTarget.value)}
            />
          )}
          <TextInput
            className="w6"
            label={t`Days until a statement is due`}
            inputMode="numeric"
            value={terms}
            error={refused.termsDays ?? (tried ? daysWrong : undefined)}
            onChange={(event) => setTerms(event.currentTarget.value)}
          />
          <Textarea
            label={t`Note about the credit`}
            autosize
            minRows={2}
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </div>
        <div className="row">
          <Button type="submit" loading={save.isPending}>
            <Trans>Save the credit</Trans>
          </Button>
        </div>
      </div>
    </form>
  );
}
