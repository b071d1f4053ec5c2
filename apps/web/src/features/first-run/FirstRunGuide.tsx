import './first-run.css';
import { Button } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconCircleCheckFilled, IconX } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FIRST_STEPS, type FirstRun, type FirstStep, showFirstRun } from '@scanship/contracts/network/first-run';
import { type ReactNode, useState } from 'react';
import { api } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { firstRunQuery, keepFirstRun } from './first-run-api.ts';
import { LabelStep } from './LabelStep.tsx';
import { PrinterStep } from './PrinterStep.tsx';
import { ShipFromStep } from './ShipFromStep.tsx';
import { StoreStep } from './StoreStep.tsx';

/** From nothing to the first label (ux.md line 37). What is done is looked up each time, so it goes on where it stood. */
export function FirstRunGuide() {
  const state = useQuery(firstRunQuery);
  // A failing look-up hides the guide and nothing else: the figures below are what people came for.
  return state.data?.shown ? <Guide run={state.data} /> : null;
}

function Guide({ run }: { readonly run: FirstRun }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<{ readonly step: FirstStep | undefined; readonly after: number }>();
  const dismiss = useMutation({
    mutationFn: () => api.call(showFirstRun, { body: { shown: false } }),
    onSuccess: (answer) => {
      keepFirstRun(answer);
      notify.info(t`The first steps are in the menu of your account, should you want them back.`);
    },
    onError: (error) => notify.error(error),
  });
  const next = FIRST_STEPS.find((step) => !run.done.includes(step));
  // What somebody opened stays open until a step is finished; then the next one is.
  const open = chosen?.after === run.done.length ? chosen.step : next;
  const steps: Readonly<Record<FirstStep, { title: string; standing?: ReactNode; body: ReactNode }>> = {
    store: {
      title: t`Bring your orders in`,
      standing:
        run.stores > 0 ? (
          <Plural value={run.stores} one="# store connected" other="# stores connected" />
        ) : (
          t`Orders are there`
        ),
      body: <StoreStep run={run} />,
    },
    shipFrom: { title: t`Say where parcels start`, body: <ShipFromStep done={run.done.includes('shipFrom')} /> },
    printer: { title: t`Try your printer`, body: <PrinterStep run={run} /> },
    label: { title: t`Buy your first label`, body: <LabelStep run={run} /> },
  };
  const count = run.done.length;
  const all = FIRST_STEPS.length;
  return (
    <section className="card first-run" aria-labelledby="first-run" data-testid="first-run">
      <div className="card-head">
        <h2 id="first-run" className="grow">
          <Trans>First steps</Trans>
        </h2>
        <span className="dim small">
          {next ? (
            <Trans>
              {count} of {all} done
            </Trans>
          ) : (
            <Trans>All done: you are ready to ship.</Trans>
          )}
        </span>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconX size={15} aria-hidden />}
          loading={dismiss.isPending}
          onClick={() => dismiss.mutate()}
        >
          <Trans>Dismiss</Trans>
        </Button>
      </div>
      <ol>
        {FIRST_STEPS.map((step, index) => {
          const done = run.done.includes(step);
          const { title, standing, body } = steps[step];
          return (
            <li key={step} data-testid={`first-${step}`} data-done={done}>
              <h3>
                <button
                  type="button"
                  aria-expanded={open === step}
                  onClick={() => setChosen({ step: open === step ? undefined : step, after: count })}
                >
                  {done ? (
                    <IconCircleCheckFilled className="first-run-mark" size={24} aria-label={t`Done`} />
                  ) : (
                    <span className="first-run-mark" aria-hidden>
                      {index + 1}
                    </span>
                  )}
                  <span className="grow">{title}</span>
                  {done && <span className="dim small">{standing ?? t`Done`}</span>}
                </button>
              </h3>
              {open === step && <div className="first-run-body stack">{body}</div>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
