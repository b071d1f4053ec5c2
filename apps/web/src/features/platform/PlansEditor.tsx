import '../customers/customers.css';
import { Button, Textarea, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { FranchiseDetail, Plan } from '@scanship/contracts/franchises';
import { parseMoney, toDecimal } from '@scanship/domain/money';
import { notify } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { PlanCard } from '../customers/PlanCard.tsx';
import { plansQuery, savePlan } from './platform-api.ts';

/** What the franchise calls its three plans, and what each holds, limits and costs. */
export default function PlansEditor({ franchise }: { readonly franchise: FranchiseDetail }) {
  const { t } = useLingui();
  const plans = useQuery(plansQuery(franchise.id));
  const [editing, setEditing] = useState<Plan>();
  const [open, setOpen] = useState(false);
  if (!plans.data)
    return plans.isError ? (
      <div className="card">
        <ErrorState error={plans.error} onRetry={() => void plans.refetch()} />
      </div>
    ) : (
      <Skeletons rows={6} height={32} />
    );
  const name = editing?.name ?? '';
  return (
    <>
      <ul className="plan-cards">
        {plans.data.plans.map((plan) => {
          const title = plan.name;
          return (
            <PlanCard key={plan.code} plan={plan}>
              <Button
                variant="default"
                aria-label={t`Edit ${title}`}
                onClick={() => {
                  setEditing(plan);
                  setOpen(true);
                }}
              >
                <Trans>Edit</Trans>
              </Button>
            </PlanCard>
          );
        })}
      </ul>
      <Dialog opened={open} onClose={() => setOpen(false)} title={t`Edit ${name}`}>
        {editing && (
          <PlanForm
            key={`${editing.code} ${editing.version}`}
            franchise={franchise}
            plan={editing}
            onClose={() => setOpen(false)}
          />
        )}
      </Dialog>
    </>
  );
}

const textOf = (value: number | null): string => (value === null ? '' : String(value));
/** Empty is no limit; undefined is not a number. */
const limitOf = (text: string): number | null | undefined =>
  text.trim() === '' ? null : /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;

interface FormProps {
  readonly franchise: FranchiseDetail;
  readonly plan: Plan;
  readonly onClose: () => void;
}
function PlanForm({ franchise, plan, onClose }: FormProps) {
  const { t } = useLingui();
  const currency = plan.monthlyPrice?.currency ?? franchise.currency;
  const [name, setName] = useState(plan.name);
  const [features, setFeatures] = useState(plan.features.join('\n'));
  const [users, setUsers] = useState(textOf(plan.limits.users));
  const [stores, setStores] = useState(textOf(plan.limits.stores));
  const [labels, setLabels] = useState(textOf(plan.limits.labelsPerMonth));
  const [price, setPrice] = useState(plan.monthlyPrice ? toDecimal(plan.monthlyPrice) : '');
  const limits = { users: limitOf(users), stores: limitOf(stores), labelsPerMonth: limitOf(labels) };
  const amount = price.trim() === '' ? null : parseMoney(price, currency);
  const notNumber = (value: number | null | undefined) =>
    value === undefined ? t`Give a whole number, or nothing for no limit.` : undefined;
  const priceWrong = amount === undefined ? t`Give an amount such as 49.00, or nothing.` : undefined;
  const save = useMutation({
    mutationFn: () =>
      savePlan(franchise.id, plan.code, {
        name: name.trim(),
        features: features
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean),
        limits: {
          users: limits.users ?? null,
          stores: limits.stores ?? null,
          labelsPerMonth: limits.labelsPerMonth ?? null,
        },
        monthlyPriceMinor: amount?.minor ?? null,
        version: plan.version,
      }),
    onSuccess: ({ data, successMessage }) => {
      queryClient.setQueryData(plansQuery(franchise.id).queryKey, data);
      notify.success(successMessage ?? t`Plan saved.`);
      onClose();
    },
  });
  const refused = fieldErrorsOf(save.error);
  const wrong = Object.values(limits).includes(undefined) || priceWrong !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() && !wrong) save.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      {save.error && <ErrorState compact error={save.error} />}
      <div className="fields">
        <TextInput
          className="w6"
          label={t`What it is called`}
          data-autofocus
          required
          maxLength={60}
          value={name}
          error={refused.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          className="w6"
          label={t`Price a month (${currency})`}
          placeholder={t`not published`}
          inputMode="decimal"
          value={price}
          error={refused.monthlyPriceMinor ?? priceWrong}
          onChange={(event) => setPrice(event.currentTarget.value)}
        />
        <TextInput
          className="w4"
          label={t`People`}
          placeholder={t`no limit`}
          inputMode="numeric"
          value={users}
          error={refused['limits.users'] ?? notNumber(limits.users)}
          onChange={(event) => setUsers(event.currentTarget.value)}
        />
        <TextInput
          className="w4"
          label={t`Stores`}
          placeholder={t`no limit`}
          inputMode="numeric"
          value={stores}
          error={refused['limits.stores'] ?? notNumber(limits.stores)}
          onChange={(event) => setStores(event.currentTarget.value)}
        />
        <TextInput
          className="w4"
          label={t`Labels a month`}
          placeholder={t`no limit`}
          inputMode="numeric"
          value={labels}
          error={refused['limits.labelsPerMonth'] ?? notNumber(limits.labelsPerMonth)}
          onChange={(event) => setLabels(event.currentTarget.value)}
        />
        <Textarea
          label={t`Lines of the price list`}
          description={t`One a line, at most twenty.`}
          autosize
          minRows={3}
          maxRows={10}
          value={features}
          error={refused.features}
          onChange={(event) => setFeatures(event.currentTarget.value)}
        />
      </div>
      <div className="row end">
        <Button variant="default" onClick={onClose}>
          <Trans>Close without saving</Trans>
        </Button>
        <Button type="submit" loading={save.isPending} disabled={!name.trim() || wrong}>
          <Trans>Save the plan</Trans>
        </Button>
      </div>
    </form>
  );
}
