import { Button, Textarea, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Plan, PlanInput } from '@scanship/contracts/network/franchises';
import { type Money, parseMoney, toDecimal } from '@scanship/domain/money/money';
import { notify } from '../../app/notify.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { ErrorState } from '../../ui/states.tsx';

const textOf = (value: number | null): string => (value === null ? '' : String(value));
const amountText = (value: Money | null): string => (value === null ? '' : toDecimal(value));
/** Empty is no limit; undefined is not a number. */
const limitOf = (text: string): number | null | undefined =>
  text.trim() === '' ? null : /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
/** Empty is none; undefined is not an amount. */
const amountOf = (text: string, currency: string): Money | null | undefined =>
  text.trim() === '' ? null : parseMoney(text, currency);

export interface SavedPlans {
  readonly data: { readonly plans: readonly Plan[] };
  readonly successMessage?: string | undefined;
}

interface Props {
  readonly plan: Plan;
  /** Of the franchise that sells it. */
  readonly currency: string;
  readonly save: (code: Plan['code'], body: PlanInput) => Promise<SavedPlans>;
  readonly onSaved: (saved: SavedPlans['data']) => void;
  readonly onClose: () => void;
}

/** What a plan is called, holds, limits and costs. Who has it keeps what was sold until the next fee. */
export function PlanForm({ plan, currency, save, onSaved, onClose }: Props) {
  const { t } = useLingui();
  const [text, setText] = useState({
    name: plan.name,
    features: plan.features.join('\n'),
    users: textOf(plan.limits.users),
    stores: textOf(plan.limits.stores),
    labels: textOf(plan.limits.labelsPerMonth),
    monthly: amountText(plan.monthlyPrice),
    yearly: amountText(plan.yearlyPrice),
    overage: amountText(plan.overagePrice),
    trial: String(plan.trialDays),
    grace: String(plan.graceDays),
  });
  const limits = { users: limitOf(text.users), stores: limitOf(text.stores), labelsPerMonth: limitOf(text.labels) };
  const prices = {
    monthly: amountOf(text.monthly, currency),
    yearly: amountOf(text.yearly, currency),
    overage: amountOf(text.overage, currency),
  };
  const days = { trial: limitOf(text.trial) ?? undefined, grace: limitOf(text.grace) ?? undefined };
  const notNumber = (value: number | null | undefined) =>
    value === undefined ? t`Enter a whole number, or leave it empty for no limit.` : undefined;
  const notAmount = (value: Money | null | undefined) =>
    value === undefined ? t`Enter an amount such as 49.00, or leave it empty.` : undefined;
  const notDays = (value: number | undefined) =>
    value === undefined ? t`Enter a number of days, 0 for none.` : undefined;
  const saving = useMutation({
    mutationFn: () =>
      save(plan.code, {
        name: text.name.trim(),
        features: text.features
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean),
        limits: {
          users: limits.users ?? null,
          stores: limits.stores ?? null,
          labelsPerMonth: limits.labelsPerMonth ?? null,
        },
        monthlyPriceMinor: prices.monthly?.minor ?? null,
        yearlyPriceMinor: prices.yearly?.minor ?? null,
        overagePriceMinor: prices.overage?.minor ?? null,
        trialDays: days.trial,
        graceDays: days.grace,
        version: plan.version,
      }),
    onSuccess: ({ data, successMessage }) => {
      onSaved(data);
      notify.success(successMessage ?? t`Plan saved.`);
      onClose();
    },
  });
  const refused = fieldErrorsOf(saving.error);
  const wrong = [...Object.values(limits), ...Object.values(prices), ...Object.values(days)].includes(undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.name.trim() && !wrong) saving.mutate();
  };
  const bind = (field: keyof typeof text) => ({
    value: text[field],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => {
      const { value } = event.currentTarget;
      setText((was) => ({ ...was, [field]: value }));
    },
  });
  return (
    <form className="stack" onSubmit={submit}>
      {saving.error && <ErrorState compact error={saving.error} />}
      <div className="fields">
        <TextInput
          className="w12"
          label={t`What it is called`}
          data-autofocus
          required
          maxLength={60}
          error={refused.name}
          {...bind('name')}
        />
        <TextInput
          className="w6"
          label={t`Price a month (${currency})`}
          placeholder={t`not published`}
          inputMode="decimal"
          error={refused.monthlyPriceMinor ?? notAmount(prices.monthly)}
          {...bind('monthly')}
        />
        <TextInput
          className="w6"
          label={t`Price a year (${currency})`}
          placeholder={t`not sold by the year`}
          inputMode="decimal"
          error={refused.yearlyPriceMinor ?? notAmount(prices.yearly)}
          {...bind('yearly')}
        />
        <TextInput
          className="w6"
          label={t`Labels a month`}
          placeholder={t`no limit`}
          inputMode="numeric"
          error={refused['limits.labelsPerMonth'] ?? notNumber(limits.labelsPerMonth)}
          {...bind('labels')}
        />
        <TextInput
          className="w6"
          label={t`Each label above (${currency})`}
          placeholder={t`none are sold`}
          inputMode="decimal"
          error={refused.overagePriceMinor ?? notAmount(prices.overage)}
          {...bind('overage')}
        />
        <TextInput
          className="w6"
          label={t`People`}
          placeholder={t`no limit`}
          inputMode="numeric"
          error={refused['limits.users'] ?? notNumber(limits.users)}
          {...bind('users')}
        />
        <TextInput
          className="w6"
          label={t`Stores`}
          placeholder={t`no limit`}
          inputMode="numeric"
          error={refused['limits.stores'] ?? notNumber(limits.stores)}
          {...bind('stores')}
        />
        <TextInput
          className="w6"
          label={t`Trial, in days`}
          description={t`0: the first fee is charged with the first day.`}
          inputMode="numeric"
          error={refused.trialDays ?? notDays(days.trial)}
          {...bind('trial')}
        />
        <TextInput
          className="w6"
          label={t`Grace, in days`}
          description={t`For this long, labels can still be bought after a fee is overdue.`}
          inputMode="numeric"
          error={refused.graceDays ?? notDays(days.grace)}
          {...bind('grace')}
        />
        <Textarea
          label={t`Lines of the price list`}
          description={t`One a line, at most twenty.`}
          autosize
          minRows={3}
          maxRows={10}
          error={refused.features}
          {...bind('features')}
        />
      </div>
      <p className="dim small">
        <Trans>Customers who have the plan keep their price and labels until their next fee.</Trans>
      </p>
      <div className="row end">
        <Button variant="default" onClick={onClose}>
          <Trans>Close without saving</Trans>
        </Button>
        <Button type="submit" loading={saving.isPending} disabled={!text.name.trim() || wrong}>
          <Trans>Save the plan</Trans>
        </Button>
      </div>
    </form>
  );
}
