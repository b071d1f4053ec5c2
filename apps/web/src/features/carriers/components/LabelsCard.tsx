import '../carriers.css';
import { Button } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconRefresh } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { HoldStanding, LabelReconciliation, LabelRun } from '@scanship/contracts/carriers/label-reconciliation';
import { notify } from '../../../app/notify.ts';
import { useProfile } from '../../../app/profile.ts';
import { useFormat } from '../../../app/use-format.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { compareNow, confirmNothing, labelsQuery, tookLabels } from '../carriers-api.ts';
import { useFindingWords } from '../finding-words.ts';

/** What the carrier knows of the labels of an own account, held against what is known here. */
export function LabelsCard({ accountId }: { readonly accountId: string }) {
  const { t } = useLingui();
  const manages = useProfile().rights.includes('carriers.manage');
  const labels = useQuery(labelsQuery(accountId));
  const begin = useMutation({
    mutationFn: () => compareNow(accountId),
    onSuccess: ({ data }) => tookLabels(accountId, data),
    onError: (error) => notify.error(error),
  });
  const running = labels.data?.runs[0]?.state === 'running';
  return (
    <section className="card" aria-label={t`Labels at the carrier`} data-testid="labels-card">
      <div className="card-head">
        <div className="grow">
          <h2>
            <Trans>Labels at the carrier</Trans>
          </h2>
          <div className="dim small">
            <Trans>What the carrier has of this account, compared every night with what is known here.</Trans>
          </div>
        </div>
        {manages && labels.data?.whyNot === null && (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconRefresh size={15} aria-hidden />}
            loading={begin.isPending || running}
            onClick={() => begin.mutate()}
          >
            <Trans>Compare now</Trans>
          </Button>
        )}
      </div>
      {labels.data?.unasked && <OnHold accountId={accountId} labels={labels.data} manages={manages} />}
      {labels.data ? (
        <>
          <Compared labels={labels.data} />
          {labels.data.chargedCount > 0 && <Charged labels={labels.data} />}
        </>
      ) : labels.isError ? (
        <ErrorState compact error={labels.error} onRetry={() => void labels.refetch()} />
      ) : (
        <Skeletons rows={2} />
      )}
    </section>
  );
}

function Compared({ labels }: { readonly labels: LabelReconciliation }) {
  const [last] = labels.runs;
  if (labels.whyNot !== null)
    return (
      <p className="card-body">
        <Trans>This carrier cannot be asked.</Trans> {labels.whyNot}
      </p>
    );
  const ended = labels.runs.find(({ state }) => state === 'done');
  return (
    <>
      <div className="card-body stack">
        {last ? (
          <Standing last={last} ended={ended} />
        ) : (
          <p className="dim">
            <Trans>Not compared yet.</Trans>
          </p>
        )}
        {ended && labels.open === 0 && (
          <p role="status">
            <Trans>Nothing is missing on either side.</Trans>
          </p>
        )}
      </div>
      {labels.open > 0 && <Findings labels={labels} />}
    </>
  );
}

/** How far a running comparison is, what the last one that ended had, and why the last one failed. */
function Standing({ last, ended }: { readonly last: LabelRun; readonly ended: LabelRun | undefined }) {
  const format = useFormat();
  return (
    <>
      {last.state === 'running' && (
        <p role="status">
          <Plural value={last.listed} one="Comparing: # label so far." other="Comparing: # labels so far." />
        </p>
      )}
      {last.state === 'failed' && (
        <div className="notice" data-tone="bad">
          <IconAlertTriangle size={17} aria-hidden />
          <div>
            <Trans>The comparison of {format.instant(last.startedAt, 'short')} did not work.</Trans> {last.error}
          </div>
        </div>
      )}
      {ended && (
        <>
          <p className="small" data-testid="labels-compared">
            <Trans>
              Compared {format.instant(ended.endedAt ?? ended.startedAt, 'short')}, labels made since{' '}
              {format.instant(ended.since, 'short')}:
            </Trans>{' '}
            <Plural value={ended.listed} one="# at the carrier" other="# at the carrier" />,{' '}
            <Plural value={ended.matched} one="# as it is here" other="# as they are here" />
            {ended.elsewhere > 0 && (
              <>
                , <Plural value={ended.elsewhere} one="# made in another program" other="# made in other programs" />
              </>
            )}
            .
          </p>
          {ended.problems.length > 0 && (
            <div className="notice" data-tone="warn">
              <IconAlertTriangle size={17} aria-hidden />
              <div>
                {ended.problems.map((said) => (
                  <div key={said}>{said}</div>
                ))}
              </div>
            </div>
          )}
        </>
      )}
    </>
  );
}

function Findings({ labels: { findings, open } }: { readonly labels: LabelReconciliation }) {
  const { t } = useLingui();
  const format = useFormat();
  const words = useFindingWords();
  const customers = findings.some(({ customer }) => customer !== null);
  return (
    <>
      <TableWrap label={t`Differences`}>
        <table className="plain-table label-findings" data-testid="label-findings">
          <thead>
            <tr>
              <th scope="col">
                <Trans>Difference</Trans>
              </th>
              <th scope="col">
                <Trans>Label</Trans>
              </th>
              {customers && (
                <th scope="col">
                  <Trans>Customer</Trans>
                </th>
              )}
              <th scope="col">
                <Trans>Made</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Cost</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {findings.map((one) => (
              <tr key={one.id}>
                <td>
                  <span className="strong">{words[one.kind].what}</span>
                  <span className="dim small block">{words[one.kind].todo}</span>
                </td>
                <td>
                  <span className="num">{one.number}</span>
                  <span className="dim small block">
                    {[one.service, one.place].filter((part) => part !== null).join(' · ')}
                  </span>
                </td>
                {customers && <td className="small">{one.customer ?? '–'}</td>}
                <td className="small">{format.instant(one.madeAt, 'short')}</td>
                <td className="end num">{one.cost === null ? '–' : format.money(one.cost)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableWrap>
      {open > findings.length && (
        <p className="card-body dim small">
          <Trans>
            The newest {format.number(findings.length)} of {format.number(open)}.
          </Trans>
        </p>
      )}
    </>
  );
}

/** What invoices charge for labels that nobody bought here; each is assigned, or said to be of none, where invoices are compared. */
function Charged({ labels: { charged, chargedCount } }: { readonly labels: LabelReconciliation }) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <>
      <div className="card-body">
        <h3>
          <Plural
            value={chargedCount}
            one="# label on invoices of the carrier is not known here"
            other="# labels on invoices of the carrier are not known here"
          />
        </h3>
        <p className="dim small">
          <Trans>
            Assign each to its shipment under Carrier invoices. One that nobody bought here may have been made on the
            carrier’s website.
          </Trans>
        </p>
      </div>
      <TableWrap label={t`Labels on invoices`}>
        <table className="plain-table" data-testid="labels-charged">
          <thead>
            <tr>
              <th scope="col">
                <Trans>Label</Trans>
              </th>
              <th scope="col">
                <Trans>Invoice</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Charged</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {charged.map((one) => (
              <tr key={`${one.invoiceNumber} ${one.number}`}>
                <td className="num">{one.number}</td>
                <td>
                  {one.invoiceNumber}
                  {one.invoiceDate !== null && <span className="dim small block">{format.day(one.invoiceDate)}</span>}
                </td>
                <td className="end num">{format.money(one.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableWrap>
      {chargedCount > charged.length && (
        <p className="card-body dim small">
          <Trans>
            The newest {format.number(charged.length)} of {format.number(chargedCount)}.
          </Trans>
        </p>
      )}
    </>
  );
}

/** What is being done about a hold, and what a person can do. */
function HowFar({ standing }: { readonly standing: HoldStanding }) {
  switch (standing) {
    case 'waiting':
      return <Trans>The carrier is asked within minutes.</Trans>;
    case 'asking':
      return <Trans>The carrier is being asked.</Trans>;
    case 'failed':
      return (
        <Trans>
          The carrier could not be asked; it is tried again every quarter of an hour. Mend what is said below, or
          compare the carrier’s own list with your shipments and confirm.
        </Trans>
      );
    case 'unsure':
      return (
        <Trans>
          The carrier answered, but that does not prove that nothing is missing; the reason is below. Compare the
          carrier’s own list with your shipments, then confirm.
        </Trans>
      );
    case 'paused':
      return (
        <Trans>
          The carrier is not asked while the account is paused. Resume it, or compare the carrier’s own list with your
          shipments and confirm.
        </Trans>
      );
    case 'by-hand':
      return <Trans>Compare the carrier’s own list with your shipments, then confirm.</Trans>;
  }
}

/** After a restore or failover: why nothing is bought with the account, and what ends it. */
function OnHold({
  accountId,
  labels,
  manages,
}: {
  readonly accountId: string;
  readonly labels: LabelReconciliation;
  readonly manages: boolean;
}) {
  const { t } = useLingui();
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const confirm = useMutation({
    mutationFn: () => confirmNothing(accountId),
    onSuccess: ({ data, successMessage }) => {
      setAsking(false);
      tookLabels(accountId, data);
      if (successMessage) notify.success(successMessage);
    },
    onError: (error) => {
      setAsking(false);
      notify.error(error);
    },
  });
  if (!labels.unasked) return null;
  return (
    <div className="card-body">
      <div className="notice" data-tone="warn" data-testid="labels-on-hold">
        <IconAlertTriangle size={17} aria-hidden />
        <div className="stack tight">
          <div>
            <Trans>
              The database went back in time: labels made since {format.instant(labels.unasked.since, 'short')} may be
              missing here. Nothing is bought with this account until they are found.
            </Trans>{' '}
            <HowFar standing={labels.unasked.standing} />
          </div>
          {manages && (
            <div>
              <Button size="compact-md" variant="default" onClick={() => setAsking(true)}>
                <Trans>Confirm that no label is missing</Trans>
              </Button>
            </div>
          )}
        </div>
      </div>
      <ConfirmDialog
        opened={asking}
        title={t`Buy with this account again?`}
        confirm={t`Confirm`}
        busy={confirm.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => confirm.mutate()}
      >
        <Trans>
          A label that is missing here is bought a second time for its order. Confirm once you compared the carrier’s
          own list with your shipments.
        </Trans>
      </ConfirmDialog>
    </div>
  );
}
