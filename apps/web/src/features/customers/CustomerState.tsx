/** Whether a customer works, may only pay, or is switched off; what follows from it, and the buttons that change it. */
import { Button, Checkbox } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle } from '#icons';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { CustomerDetail } from '@scanship/contracts/network/customers';
import { notify } from '../../app/notify.ts';
import { useFormat } from '../../app/use-format.ts';
import { liftRestriction, restrict, resume, suspend, tookCustomer } from './customers-api.ts';
import { LazyReason } from './LazyConfirm.tsx';

interface Props {
  readonly customer: CustomerDetail;
}

export function CustomerStateNotices({ customer }: Props) {
  const { restriction } = customer;
  const format = useFormat();
  return (
    <>
      {customer.state === 'suspended' && (
        <Notice reason={customer.suspendedReason}>
          <Trans>Nobody of this customer can sign in. Nothing of theirs is lost.</Trans>
        </Notice>
      )}
      {restriction && (
        <Notice reason={restriction.reason}>
          {restriction.untilPaid ? (
            <Trans>
              May not ship since {format.instant(restriction.since, 'short')}, until what was owed then is paid.
            </Trans>
          ) : (
            <Trans>May not ship since {format.instant(restriction.since, 'short')}, until you allow it again.</Trans>
          )}
        </Notice>
      )}
    </>
  );
}

function Notice({ reason, children }: { readonly reason: string | null; readonly children: ReactNode }) {
  return (
    <div className="notice" data-tone="warn">
      <IconAlertTriangle size={17} aria-hidden />
      <div>
        <div className="strong">{children}</div>
        {reason && <div className="break-anywhere">{reason}</div>}
      </div>
    </div>
  );
}

export function CustomerStateButtons({ customer }: Props) {
  const { t } = useLingui();
  const [asking, setAsking] = useState<'suspend' | 'restrict'>();
  const [untilPaid, setUntilPaid] = useState(false);
  const { name } = customer;
  const owes = (customer.credit?.owedMinor ?? 0) > 0;
  const done = (words: string) => ({
    onSuccess: ({
      data,
      successMessage,
    }: {
      readonly data: CustomerDetail;
      readonly successMessage?: string | null;
    }) => {
      tookCustomer(data);
      setAsking(undefined);
      notify.success(successMessage ?? words);
    },
  });
  const told = { onError: (error: unknown) => notify.error(error) };
  const off = useMutation({
    mutationFn: (reason: string) => suspend(customer.id, reason),
    ...done(t`Customer suspended.`),
  });
  const on = useMutation({ mutationFn: () => resume(customer.id), ...done(t`Customer can work again.`), ...told });
  const stop = useMutation({
    mutationFn: (reason: string) => restrict(customer.id, { reason, untilPaid: owes && untilPaid }),
    ...done(t`Shipping is stopped.`),
  });
  const go = useMutation({
    mutationFn: () => liftRestriction(customer.id),
    ...done(t`Customer can ship again.`),
    ...told,
  });
  const close = () => setAsking(undefined);
  return (
    <div className="row">
      {customer.restriction ? (
        <Button
          variant={customer.state === 'suspended' ? 'default' : 'filled'}
          loading={go.isPending}
          onClick={() => go.mutate()}
        >
          <Trans>Let them ship again</Trans>
        </Button>
      ) : (
        customer.state === 'active' && (
          <Button variant="default" onClick={() => setAsking('restrict')}>
            <Trans>Stop shipping</Trans>
          </Button>
        )
      )}
      {customer.state === 'suspended' ? (
        <Button loading={on.isPending} onClick={() => on.mutate()}>
          <Trans>Restore their access</Trans>
        </Button>
      ) : (
        <Button variant="default" onClick={() => setAsking('suspend')}>
          <Trans>Suspend</Trans>
        </Button>
      )}
      <LazyReason
        opened={asking === 'suspend'}
        title={t`Suspend ${name}?`}
        confirm={t`Suspend`}
        busy={off.isPending}
        error={off.error}
        onConfirm={(reason) => off.mutate(reason)}
        onClose={close}
      >
        <Trans>
          All their people are signed out and cannot sign in; orders, labels and history stay. You can undo it.
        </Trans>
      </LazyReason>
      <LazyReason
        opened={asking === 'restrict'}
        title={t`Stop the shipping of ${name}?`}
        confirm={t`Stop shipping`}
        busy={stop.isPending}
        error={stop.error}
        onConfirm={(reason) => stop.mutate(reason)}
        onClose={close}
      >
        <p>
          <Trans>
            They can sign in, see, export and pay. Labels, rates, batches and imports are refused with your reason, and
            whoever looks after their money is told by mail. Parcels on their way are followed.
          </Trans>
        </p>
        {owes && (
          <Checkbox
            label={t`Until what they owe now is paid; then it ends automatically`}
            checked={untilPaid}
            onChange={(event) => setUntilPaid(event.currentTarget.checked)}
          />
        )}
      </LazyReason>
    </div>
  );
}
