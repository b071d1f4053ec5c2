import '@mantine/core/styles/Radio.css';
import { Button, Radio, Textarea } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OfferedPlan, PlanQuote, PlanView } from '@scanship/contracts/money/plans';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { useShownAfterMount } from '../../../ui/use-shown-after-mount.ts';
import { AmountLines } from './AmountLines.tsx';
import { choose, type Of, quoteQuery, tookPlan } from './plans-api.ts';

interface Props {
  readonly of: Of;
  readonly view: PlanView;
  readonly wanted: OfferedPlan | undefined;
  readonly interval: PlanView['interval'];
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Before a plan changes: from when, and to the cent what it costs. What is shown is what is charged. */
export function ChangePlanDialog({ of, view, wanted, interval, opened, onClose }: Props) {
  const { t } = useLingui();
  const shown = useShownAfterMount(opened);
  const [when, setWhen] = useState<PlanQuote['when']>('term-end');
  const [reason, setReason] = useState('');
  const bySeller = of !== undefined;
  const ranks = view.plans.map(({ code }) => code);
  const down = wanted !== undefined && ranks.indexOf(wanted.code) < ranks.indexOf(view.plan);
  const mayChooseWhen = bySeller && down && interval === view.interval;
  const wish = wanted && { plan: wanted.code, interval, ...(mayChooseWhen ? { when } : {}) };
  const quote = useQuery(quoteQuery(of, opened ? wish : undefined));
  const change = useMutation({
    mutationFn: ({ quote: token }: PlanQuote) => {
      if (!wish) throw new Error('no plan is chosen');
      return choose(of, wish, token, reason.trim());
    },
    onSuccess: ({ data, successMessage }) => {
      tookPlan(of, data);
      notify.success(successMessage ?? t`Plan changed.`);
      setReason('');
      onClose();
    },
    // What was shown does not hold any more: the new amounts are asked for, and said to be new.
    onError: () => void quote.refetch(),
  });
  const close = () => {
    change.reset();
    onClose();
  };
  const name = wanted?.name ?? '';
  const ready = quote.data && !quote.isFetching;
  return (
    <Dialog
      opened={shown}
      onClose={close}
      title={t`Change to ${name}?`}
      centered
      closeOnClickOutside={!change.isPending}
    >
      <div className="stack wide">
        {change.error && <ErrorState compact error={change.error} />}
        {mayChooseWhen && (
          <Radio.Group label={t`When`} value={when} onChange={(value) => setWhen(value === 'now' ? 'now' : 'term-end')}>
            <div className="stack tight">
              <Radio value="term-end" label={t`When the time that is paid is over`} />
              <Radio value="now" label={t`At once, with the unused days given back`} />
            </div>
          </Radio.Group>
        )}
        {quote.data ? (
          <div className="stack" aria-busy={quote.isFetching}>
            <QuoteWords quote={quote.data} view={view} />
          </div>
        ) : quote.isError ? (
          <ErrorState compact error={quote.error} onRetry={() => void quote.refetch()} />
        ) : (
          <Skeletons rows={4} />
        )}
        {bySeller && (
          <Textarea
            label={t`Reason`}
            description={t`The customer sees it beside the charge.`}
            required
            autosize
            minRows={2}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        <div className="row end">
          <Button variant="default" onClick={close} disabled={change.isPending}>
            <Trans>Leave unchanged</Trans>
          </Button>
          <Button
            loading={change.isPending}
            disabled={!ready || (bySeller && !reason.trim())}
            onClick={() => quote.data && change.mutate(quote.data)}
          >
            <Trans>Change the plan</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function QuoteWords({ quote, view }: { readonly quote: PlanQuote; readonly view: PlanView }) {
  const { t } = useLingui();
  const format = useFormat();
  const [from, price, was] = [format.day(quote.from), format.money(quote.termPrice), view.name];
  const scan = quote.plan === 'Advanced' ? 'opens' : view.plan === 'Advanced' ? 'closes' : undefined;
  return (
    <>
      {quote.when === 'now' ? (
        <>
          <p>
            <Trans>It takes effect immediately for everyone in the company.</Trans>
          </p>
          {quote.trialTo ? (
            <TrialWords to={quote.trialTo} price={price} />
          ) : quote.lines.length > 0 ? (
            <AmountLines of={quote} totalWord={quote.total.minor < 0 ? t`Credited today` : t`Charged today`} />
          ) : (
            <p>
              <Trans>Nothing is charged today.</Trans>
            </p>
          )}
        </>
      ) : (
        <p>
          <Trans>
            {was} stays until it ends; the change takes effect on {from}. Nothing is charged today, and you can undo the
            change until then.
          </Trans>
        </p>
      )}
      <p className="dim small">
        {quote.interval === 'year' ? (
          <Trans>After that {price} a year, before taxes.</Trans>
        ) : (
          <Trans>After that {price} a month, before taxes.</Trans>
        )}
      </p>
      {scan === 'opens' && (
        <p className="small">
          <Trans>Scan and Ship opens for everybody whose role allows it.</Trans>
        </p>
      )}
      {scan === 'closes' && (
        <p className="small">
          <Trans>Scan and Ship closes then; its settings are kept.</Trans>
        </p>
      )}
    </>
  );
}

function TrialWords({ to, price }: { readonly to: string; readonly price: string }) {
  const day = useFormat().day(to);
  return (
    <p>
      <Trans>
        Nothing is charged today: the trial goes on until {day}, then {price} is charged.
      </Trans>
    </p>
  );
}
