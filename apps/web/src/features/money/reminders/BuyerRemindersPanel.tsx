import './reminders.css';
import { Button, TextInput } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { BuyerReminders } from '@scanship/contracts/money/reminders';
import { notify } from '../../../app/notify.ts';
import { useProfile } from '../../../app/profile.ts';
import { useFormat } from '../../../app/use-format.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { BuyerHistory } from './BuyerHistory.tsx';
import { PromiseForm } from './PromiseForm.tsx';
import { buyerRemindersQuery, pause, resume, tookBuyer, withdraw } from './reminders-api.ts';

/** One buyer: what comes next, what it promised, and what there was. */
export function BuyerRemindersPanel({ buyerId }: { readonly buyerId: string }) {
  const view = useQuery(buyerRemindersQuery(buyerId));
  if (view.isError) return <ErrorState compact error={view.error} onRetry={() => void view.refetch()} />;
  if (!view.data) return <Skeletons rows={4} />;
  return <Panel of={view.data} />;
}

export function BuyerRemindersDialog({
  of,
  onClose,
}: {
  readonly of: { readonly id: string; readonly name: string } | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const name = of?.name ?? '';
  return (
    <Dialog opened={of !== undefined} onClose={onClose} title={t`Reminders: ${name}`} size="lg">
      {of && <BuyerRemindersPanel buyerId={of.id} />}
    </Dialog>
  );
}

/** On a customer's page. */
export function BuyerRemindersCard({ buyerId }: { readonly buyerId: string }) {
  const { t } = useLingui();
  return (
    <section className="card" aria-label={t`Reminders`}>
      <div className="card-head">
        <h2>
          <Trans>Reminders</Trans>
        </h2>
      </div>
      <div className="card-body">
        <BuyerRemindersPanel buyerId={buyerId} />
      </div>
    </section>
  );
}

type Asking = 'promise' | 'pause' | undefined;

function Panel({ of }: { readonly of: BuyerReminders }) {
  const { t } = useLingui();
  const mayChange = useProfile().rights.includes('money.credit');
  const [asking, setAsking] = useState<Asking>();
  const done = {
    onSuccess: ({ data, successMessage }: { readonly data: BuyerReminders; readonly successMessage?: string }) => {
      tookBuyer(data);
      notify.success(successMessage ?? t`Saved.`);
      setAsking(undefined);
    },
  };
  const takeBack = useMutation({ mutationFn: () => withdraw(of.buyerId), ...done });
  const again = useMutation({ mutationFn: () => resume(of.buyerId), ...done });
  const promised = of.promises.find(({ state }) => state === 'open');
  const error = takeBack.error ?? again.error;
  return (
    <div className="stack">
      {error && <ErrorState compact error={error} />}
      <Standing of={of} />
      {mayChange && asking === undefined && (
        <div className="row">
          <Button variant="default" onClick={() => setAsking('promise')}>
            {promised ? <Trans>Enter another promise</Trans> : <Trans>Enter a promise to pay</Trans>}
          </Button>
          {promised && (
            <Button variant="subtle" loading={takeBack.isPending} onClick={() => takeBack.mutate()}>
              <Trans>Withdraw the promise</Trans>
            </Button>
          )}
          {of.paused ? (
            <Button variant="subtle" loading={again.isPending} onClick={() => again.mutate()}>
              <Trans>Resume reminders</Trans>
            </Button>
          ) : (
            <Button variant="subtle" onClick={() => setAsking('pause')}>
              <Trans>Pause reminders</Trans>
            </Button>
          )}
        </div>
      )}
      {asking === 'promise' && <PromiseForm of={of} onDone={() => setAsking(undefined)} />}
      {asking === 'pause' && <PauseForm of={of} onDone={() => setAsking(undefined)} />}
      <BuyerHistory of={of} />
    </div>
  );
}

/** What is overdue, and what happens next. */
function Standing({ of }: { readonly of: BuyerReminders }) {
  const format = useFormat();
  if (of.overdue.length === 0)
    return (
      <p>
        <Trans>Nothing is overdue.</Trans>
      </p>
    );
  const amount = of.overdue.map((each) => format.money(each)).join(', ');
  const since = of.overdueSince === null ? '' : format.day(of.overdueSince);
  const promised = of.promises.find(({ state }) => state === 'open');
  const { next, paused } = of;
  const credited = of.credited.map((each) => format.money(each)).join(', ');
  const paying = of.paying.map((each) => format.money(each)).join(', ');
  const days = next?.step.days ?? 0;
  const nextDay = next ? format.day(next.day) : '';
  const promisedDay = promised ? format.day(promised.promisedOn) : '';
  const promisedAmount = promised?.amount ? format.money(promised.amount) : undefined;
  return (
    <div className="stack tight">
      <p>
        <Trans>
          <span className="strong">{amount}</span> overdue since {since}
        </Trans>
      </p>
      {credited !== '' && (
        <p>
          <Trans>{credited} was credited since and will be in the next invoice, so no reminder asks for it.</Trans>
        </p>
      )}
      {of.promiseBroken && (
        <p className="strong">
          <Trans>The last promise was broken.</Trans>
        </p>
      )}
      {promised && (
        <p>
          {promisedAmount === undefined ? (
            <Trans>Promised to pay by {promisedDay}. No reminders until then.</Trans>
          ) : (
            <Trans>
              Promised to pay {promisedAmount} by {promisedDay}. No reminders until then.
            </Trans>
          )}
        </p>
      )}
      {paying !== '' && (
        <p>
          <Trans>A payment of {paying} is under way, so no reminders are sent for it.</Trans>
        </p>
      )}
      <p>
        {paused ? (
          <Trans>Reminders are paused: {paused.reason}</Trans>
        ) : of.nobodyToTell ? (
          <Trans>
            No reminder can be sent: none of its people receives mails about money. Call, or ask them to give somebody
            access to billing.
          </Trans>
        ) : next === null ? (
          <Trans>No further reminder is planned.</Trans>
        ) : next.step.kind === 'stop' ? (
          <Trans>Without payment, shipping stops on {nextDay}.</Trans>
        ) : (
          <>
            <Trans>Next reminder: {nextDay}</Trans>{' '}
            <Plural value={days} one="(# day after the due date)" other="(# days after the due date)" />
          </>
        )}
      </p>
    </div>
  );
}

function PauseForm({ of, onDone }: { readonly of: BuyerReminders; readonly onDone: () => void }) {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: () => pause(of.buyerId, reason.trim()),
    onSuccess: ({ data, successMessage }) => {
      tookBuyer(data);
      notify.success(successMessage ?? t`Saved.`);
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (reason.trim() !== '') save.mutate();
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      {save.error && <ErrorState compact error={save.error} />}
      <TextInput
        label={t`Reason`}
        description={t`Only your team sees it: a disputed adjustment, an agreement by phone.`}
        required
        maxLength={200}
        value={reason}
        error={tried && reason.trim() === '' ? t`Enter a reason.` : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className="row">
        <Button type="submit" loading={save.isPending}>
          <Trans>Pause reminders</Trans>
        </Button>
        <Button variant="default" onClick={onDone} disabled={save.isPending}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
