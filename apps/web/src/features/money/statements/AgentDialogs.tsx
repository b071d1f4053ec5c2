import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CommissionData } from '@scanship/contracts/money/commissions';
import { COMMISSION_BASES, type CommissionBasis } from '@scanship/domain/money/earnings';
import { parseMoney, toDecimal } from '@scanship/domain/money/money';
import { notify } from '../../../app/notify.ts';
import { useProfile } from '../../../app/profile.ts';
import { useFormat } from '../../../app/use-format.ts';
import { fieldErrorsOf } from '../../../lib/api-errors.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { basisPoints } from './percent.ts';
import { addPlan, pay, tookCommissions } from './statements-api.ts';

/** A new commission plan. */
export function PlanDialog({ data, onClose }: { readonly data: CommissionData; readonly onClose: () => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const { currency } = useProfile();
  const [agentId, setAgent] = useState(data.agents[0]?.id ?? '');
  const [customerId, setCustomer] = useState('');
  const [basis, setBasis] = useState<CommissionBasis>('margin');
  const [rate, setRate] = useState('10');
  const [label, setLabel] = useState('0.25');
  const [firstDay, setFirst] = useState(format.today());
  const [lastDay, setLast] = useState('');
  const rateBp = basisPoints(rate);
  const perLabel = parseMoney(label, currency);
  const ready = firstDay !== '' && (basis === 'label' ? perLabel !== undefined : rateBp !== undefined);
  const save = useMutation({
    mutationFn: () =>
      addPlan({
        agentId,
        customerId: customerId === '' ? null : customerId,
        basis,
        rateBp: basis === 'label' ? 0 : (rateBp ?? 0),
        perLabelMinor: basis === 'label' ? (perLabel?.minor ?? 0) : 0,
        currency,
        firstDay,
        lastDay: lastDay === '' ? null : lastDay,
      }),
    onSuccess: ({ data: next, successMessage }) => {
      tookCommissions(next);
      notify.success(successMessage ?? t`Commission plan added.`);
      onClose();
    },
  });
  const refused = fieldErrorsOf(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) save.mutate();
  };
  return (
    <Dialog opened onClose={onClose} title={t`Add a commission plan`} centered>
      <form className="stack" onSubmit={submit}>
        {save.error && Object.keys(refused).length === 0 && <ErrorState compact error={save.error} />}
        <NativeSelect
          label={t`Sales agent`}
          value={agentId}
          error={refused.agentId}
          data={data.agents.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => setAgent(event.currentTarget.value)}
        />
        <NativeSelect
          label={t`Customer`}
          value={customerId}
          error={refused.customerId}
          data={[
            { value: '', label: t`All that are assigned to them` },
            ...data.customers.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(event) => setCustomer(event.currentTarget.value)}
        />
        <NativeSelect
          label={t`They earn`}
          value={basis}
          data={[
            { value: 'margin', label: t`A share of the margin` },
            { value: 'revenue', label: t`A share of the revenue` },
            { value: 'label', label: t`An amount for each label` },
          ]}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setBasis(COMMISSION_BASES.find((each) => each === value) ?? 'margin');
          }}
        />
        {basis === 'label' ? (
          <TextInput
            label={t`For each label (${currency})`}
            inputMode="decimal"
            value={label}
            error={refused.perLabelMinor ?? (perLabel ? undefined : t`Enter an amount such as 0.25.`)}
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
        ) : (
          <TextInput
            label={t`Percent`}
            inputMode="decimal"
            value={rate}
            error={
              refused.rateBp ?? (rateBp === undefined ? t`Enter a percentage from 0 to 100, such as 2.5.` : undefined)
            }
            onChange={(event) => setRate(event.currentTarget.value)}
          />
        )}
        <div className="fields">
          <TextInput
            className="w6"
            type="date"
            label={t`First day`}
            required
            value={firstDay}
            error={refused.firstDay}
            onChange={(event) => setFirst(event.currentTarget.value)}
          />
          <TextInput
            className="w6"
            type="date"
            label={t`Last day, if there is one`}
            value={lastDay}
            error={refused.lastDay}
            onChange={(event) => setLast(event.currentTarget.value)}
          />
        </div>
        <div className="row end">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!ready}>
            <Trans>Add the plan</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface PayoutProps {
  readonly owed: CommissionData['owed'][number];
  readonly onClose: () => void;
}
/** Commissions that were paid to an agent outside of this program. */
export function PayoutDialog({ owed, onClose }: PayoutProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { currency } = owed.amount;
  const [text, setText] = useState(toDecimal(owed.amount));
  const [day, setDay] = useState(format.today());
  const [note, setNote] = useState('');
  const amount = parseMoney(text, currency);
  const ready = amount !== undefined && amount.minor > 0 && day !== '';
  const save = useMutation({
    mutationFn: () => pay({ agentId: owed.agentId, currency, amountMinor: amount?.minor ?? 0, day, note: note.trim() }),
    onSuccess: ({ data: next, successMessage }) => {
      tookCommissions(next);
      notify.success(successMessage ?? t`Payout recorded.`);
      onClose();
    },
  });
  const refused = fieldErrorsOf(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) save.mutate();
  };
  return (
    <Dialog opened onClose={onClose} title={t`Paid out to ${owed.agentName}`} centered>
      <form className="stack" onSubmit={submit}>
        {save.error && Object.keys(refused).length === 0 && <ErrorState compact error={save.error} />}
        <TextInput
          label={t`Amount (${currency})`}
          inputMode="decimal"
          value={text}
          error={refused.amountMinor}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label={t`Day`}
          required
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <TextInput
          label={t`Note`}
          maxLength={200}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <div className="row end">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!ready}>
            <Trans>Record it</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
