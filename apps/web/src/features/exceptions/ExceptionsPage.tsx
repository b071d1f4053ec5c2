import './exceptions.css';
import { Button, Textarea, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { decideException, type OpenPurchase } from '@scanship/contracts/shipments';
import { api, newIdempotencyKey } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { useFormat } from '../../app/use-format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { exceptionsQuery } from './exceptions-api.ts';
import { Dialog } from '../../ui/Dialog.tsx';

type Decision = 'exists' | 'absent' | 'ask-again';

/** Purchases and cancellations whose outcome is open: what is known, what happens next, and what a person can decide. */
export function ExceptionsPage() {
  const { t } = useLingui();
  const list = useQuery(exceptionsQuery);
  const [deciding, setDeciding] = useState<OpenPurchase | undefined>(undefined);
  return (
    <div className="page-narrow">
      <PageHead title={t`Exceptions`} />
      <div className="page-head">
        <div className="grow">
          <h1>
            <Trans>Exceptions</Trans>
          </h1>
          <p className="dim small">
            <Trans>
              Purchases and cancellations that the carrier has not confirmed yet. None of them is ever bought twice.
            </Trans>
          </p>
        </div>
      </div>
      {list.data ? (
        list.data.purchases.length === 0 ? (
          <div className="card">
            <EmptyState
              title={t`Nothing is open`}
              icon={<IconCircleCheck className="state-icon" size={36} stroke={1.4} aria-hidden />}
            >
              <Trans>Every purchase has a known outcome.</Trans>
            </EmptyState>
          </div>
        ) : (
          <div className="stack wide">
            {list.isError && <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />}
            {list.data.purchases.map((purchase) => (
              <PurchaseCard key={purchase.purchaseId} purchase={purchase} onDecide={() => setDeciding(purchase)} />
            ))}
          </div>
        )
      ) : list.isError ? (
        <div className="card">
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        </div>
      ) : (
        <Skeletons rows={6} />
      )}
      <DecisionDialog purchase={deciding} onClose={() => setDeciding(undefined)} />
    </div>
  );
}

function PurchaseCard({ purchase, onDecide }: { readonly purchase: OpenPurchase; readonly onDecide: () => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const states = { sending: t`Being sent`, unknown: t`Outcome unknown`, disputed: t`Disputed` };
  return (
    <article className="card" data-testid="open-purchase">
      <div className="card-head">
        <h2>
          <Link className="link" to="/ecommerce/order/$orderId" params={{ orderId: purchase.orderId }}>
            {purchase.orderNumber}
          </Link>
        </h2>
        <span className="dim">{purchase.recipient}</span>
        <Badge tone={purchase.state === 'sending' ? 'info' : 'warn'}>{states[purchase.state]}</Badge>
        <span className="grow" />
        <span className="num strong">{format.money(purchase.price)}</span>
      </div>
      <div className="card-body stack">
        <dl className="facts">
          <dt>{purchase.kind === 'buy' ? <Trans>Purchase</Trans> : <Trans>Cancellation</Trans>}</dt>
          <dd>
            {purchase.carrierName} {purchase.serviceName}
          </dd>
          <dt>
            <Trans>Our reference</Trans>
          </dt>
          <dd className="num">{purchase.reference}</dd>
          {purchase.sentAt && (
            <>
              <dt>
                <Trans>Sent</Trans>
              </dt>
              <dd>
                {format.instant(purchase.sentAt, 'short')} · <Trans>attempt {purchase.attempt}</Trans>
              </dd>
            </>
          )}
          {purchase.settleAfter && (
            <>
              <dt>
                <Trans>Asked again</Trans>
              </dt>
              <dd>{format.instant(purchase.settleAfter, 'time')}</dd>
            </>
          )}
          <dt>
            <Trans>Next</Trans>
          </dt>
          <dd>{purchase.nextStep}</dd>
        </dl>
        {purchase.evidence.length > 0 && (
          <details open>
            <summary className="strong small">
              <Trans>Evidence</Trans>
            </summary>
            <ol className="evidence">
              {purchase.evidence.map((entry, i) => (
                <li key={`${entry.at}-${i}`}>
                  <time className="dim num" dateTime={entry.at}>
                    {format.instant(entry.at, 'time')}
                  </time>
                  <span className="strong">{entry.step}</span>
                  <span>{entry.what}</span>
                </li>
              ))}
            </ol>
          </details>
        )}
        {purchase.canDecide && (
          <div className="row end">
            <Button onClick={onDecide}>
              <Trans>Decide</Trans>
            </Button>
          </div>
        )}
      </div>
    </article>
  );
}

function DecisionDialog({
  purchase,
  onClose,
}: {
  readonly purchase: OpenPurchase | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  return (
    <Dialog opened={purchase !== undefined} onClose={onClose} title={t`What does the carrier have?`} size="md">
      {purchase && <DecisionForm key={purchase.purchaseId} purchase={purchase} onClose={onClose} />}
    </Dialog>
  );
}

function DecisionForm({ purchase, onClose }: { readonly purchase: OpenPurchase; readonly onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [decision, setDecision] = useState<Decision>('ask-again');
  const [numbers, setNumbers] = useState('');
  const [note, setNote] = useState('');
  const key = useRef(newIdempotencyKey());
  const decide = useMutation({
    mutationFn: () => {
      const trackingNumbers = numbers.split(/[\s,;]+/).filter((n) => n.length >= 4);
      return api.call(decideException, {
        params: { id: purchase.purchaseId },
        body: {
          decision,
          note: note.trim() || null,
          ...(decision === 'exists' && trackingNumbers.length > 0 ? { trackingNumbers } : {}),
        },
        idempotencyKey: key.current,
      });
    },
    onSuccess: ({ successMessage }) => {
      notify.success(successMessage ?? t`Your decision was recorded.`);
      for (const queryKey of [['exceptions'], ['orders'], ['order', purchase.orderId]])
        void client.invalidateQueries({ queryKey });
      onClose();
    },
    onError: () => {
      key.current = newIdempotencyKey();
    },
  });
  const buying = purchase.kind === 'buy';
  const choices: readonly { value: Decision; label: string; help: string }[] = [
    { value: 'ask-again', label: t`Ask the carrier again`, help: t`Nothing is decided; the carrier is asked at once.` },
    {
      value: 'exists',
      label: buying ? t`The label exists` : t`The label was cancelled`,
      help: buying
        ? t`You saw it in the carrier's own account. The shipment counts as bought.`
        : t`You saw it in the carrier's own account. The refund is booked.`,
    },
    {
      value: 'absent',
      label: buying ? t`There is no label` : t`The label still stands`,
      help: buying
        ? t`The carrier has nothing under our reference. The money is released and the order can be shipped again.`
        : t`The carrier did not void it. The label can be used or cancelled again.`,
    },
  ];
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        decide.mutate();
      }}
    >
      <p className="dim small">
        <Trans>
          Look for our reference {purchase.reference} in the account at {purchase.carrierName} before you decide.
        </Trans>
      </p>
      <div role="radiogroup" aria-label={t`Decision`} className="stack tight">
        {choices.map((choice) => (
          <label key={choice.value} className="choice" data-chosen={decision === choice.value}>
            <input
              type="radio"
              name="decision"
              checked={decision === choice.value}
              onChange={() => setDecision(choice.value)}
            />
            <span className="strong">{choice.label}</span>
            <span className="dim small">{choice.help}</span>
          </label>
        ))}
      </div>
      {decision === 'exists' && buying && (
        <TextInput
          label={t`Tracking numbers`}
          description={t`One for each parcel, separated by blanks.`}
          value={numbers}
          onChange={(event) => setNumbers(event.currentTarget.value)}
        />
      )}
      <Textarea
        label={t`Note (optional)`}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {decide.isError && <ErrorState compact error={decide.error} />}
      <div className="row end">
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={decide.isPending}>
          <Trans>Record the decision</Trans>
        </Button>
      </div>
    </form>
  );
}
