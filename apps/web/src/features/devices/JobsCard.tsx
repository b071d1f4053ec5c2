import { Button, Select } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  cancelPrintJob,
  type PrintAgent,
  type Printer,
  type PrintJob,
  reprintJob,
  settlePrintJob,
} from '@scanship/contracts/printing/printers';
import { useState } from 'react';
import { api, newIdempotencyKey } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { useFormat } from '../../app/use-format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';
import { JOB_STATE_WORDS, reasonsText } from './device-words.ts';
import { devicesChanged, JOBS_PER_PAGE, type JobSearch, jobsQuery } from './devices-api.ts';

interface Props {
  readonly agents: readonly PrintAgent[];
  readonly printers: readonly Printer[];
}

/** What was printed, what waits, and what needs a person. */
export function JobsCard({ agents, printers }: Props) {
  const { t } = useLingui();
  const [search, setSearch] = useState<JobSearch>({ page: 1, state: 'all', machineId: undefined });
  const jobs = useQuery(jobsQuery(search));
  const [again, setAgain] = useState<PrintJob | undefined>(undefined);
  const attention = jobs.data?.attention;
  const waits = attention ? attention.failed + attention.unknown + attention.expired : 0;
  const pages = Math.max(1, Math.ceil((jobs.data?.totalRecords ?? 0) / JOBS_PER_PAGE));
  return (
    <section className="card" aria-labelledby="device-jobs" data-testid="jobs">
      <div className="card-head">
        <h2 id="device-jobs" className="grow">
          <Trans>Print jobs</Trans>
        </h2>
        <Select
          size="xs"
          aria-label={t`Which jobs`}
          data={[
            { value: 'all', label: t`All` },
            { value: 'waiting', label: t`On their way` },
            { value: 'attention', label: waits > 0 ? t`Need a look (${waits})` : t`Need attention` },
          ]}
          value={search.state}
          onChange={(value) => setSearch({ ...search, page: 1, state: value ?? 'all' })}
          allowDeselect={false}
        />
        {agents.length > 1 && (
          <Select
            size="xs"
            aria-label={t`Computer`}
            placeholder={t`All computers`}
            clearable
            clearButtonProps={{ 'aria-label': t`All computers` }}
            data={agents.map(({ machineId, name }) => ({ value: machineId, label: name }))}
            value={search.machineId ?? null}
            onChange={(value) => setSearch({ ...search, page: 1, machineId: value ?? undefined })}
          />
        )}
      </div>
      {jobs.data ? (
        jobs.data.jobs.length === 0 ? (
          <EmptyState title={t`Nothing here`}>
            <Trans>What is printed shows here with what became of it.</Trans>
          </EmptyState>
        ) : (
          <>
            <ul className="device-list">
              {jobs.data.jobs.map((job) => (
                <JobRow key={job.id} job={job} onAgain={() => setAgain(job)} />
              ))}
            </ul>
            {pages > 1 && (
              <div className="row between device-part">
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={search.page <= 1}
                  onClick={() => setSearch({ ...search, page: search.page - 1 })}
                >
                  <Trans>Newer</Trans>
                </Button>
                <span className="dim small num">
                  <Trans>
                    Page {search.page} of {pages}
                  </Trans>
                </span>
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={search.page >= pages}
                  onClick={() => setSearch({ ...search, page: search.page + 1 })}
                >
                  <Trans>Older</Trans>
                </Button>
              </div>
            )}
          </>
        )
      ) : jobs.isError ? (
        <ErrorState error={jobs.error} onRetry={() => void jobs.refetch()} />
      ) : (
        <Skeletons rows={4} height={36} />
      )}
      <AgainDialog job={again} printers={printers} agents={agents} onClose={() => setAgain(undefined)} />
    </section>
  );
}

function JobRow({ job, onAgain }: { readonly job: PrintJob; readonly onAgain: () => void }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const [key, setKey] = useState(newIdempotencyKey);
  const done = {
    onError: (error: unknown) => notify.error(error),
    onSettled: () => {
      setKey(newIdempotencyKey());
      void devicesChanged();
    },
  };
  const settle = useMutation({
    mutationFn: (printed: boolean) =>
      api.call(settlePrintJob, { params: { id: job.id }, body: { printed }, idempotencyKey: key }),
    onSuccess: (_, printed) => {
      if (!printed) notify.success(t`It is printed again.`);
    },
    ...done,
  });
  const cancel = useMutation({ mutationFn: () => api.call(cancelPrintJob, { params: { id: job.id } }), ...done });
  const { words, tone } = JOB_STATE_WORDS[job.state];
  const waits = job.state === 'failed' || job.state === 'unknown' || job.state === 'expired';
  return (
    <li data-testid="job" data-state={job.state}>
      <div className="grow">
        <div className="row tight">
          <span className="strong">{job.title}</span>
          <Badge tone={tone}>{i18n._(words)}</Badge>
          {job.copies > 1 && <span className="dim small num">× {job.copies}</span>}
          {job.reprintOf && <Badge outline>{t`Again`}</Badge>}
        </div>
        {job.reason && <div className="small">{reasonsText(i18n, job.reason)}</div>}
        {job.state === 'unknown' && (
          <div className="small">
            <Trans>Look at {job.printName}: did it come out?</Trans>
          </div>
        )}
        <div className="dim small">
          {[job.printName, job.machineName, format.instant(job.createdAt, 'short'), job.askedBy ?? '']
            .filter(Boolean)
            .join(' · ')}
        </div>
      </div>
      <div className="row tight">
        {job.can.settle && (
          <>
            <Button size="compact-sm" loading={settle.isPending} onClick={() => settle.mutate(true)}>
              <Trans>Yes, it printed</Trans>
            </Button>
            <Button size="compact-sm" variant="default" loading={settle.isPending} onClick={() => settle.mutate(false)}>
              <Trans>No, print it again</Trans>
            </Button>
          </>
        )}
        {job.can.reprint && !job.can.settle && (
          <Button size="compact-sm" variant={waits ? 'filled' : 'default'} onClick={onAgain}>
            <Trans>Print again</Trans>
          </Button>
        )}
        {job.can.cancel && (
          <Button size="compact-sm" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {waits ? <Trans>Not needed</Trans> : <Trans>Take back</Trans>}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Where it is printed again; a label whose parcel is under way is warned about (ux.md line 28). */
function AgainDialog({
  job,
  printers,
  agents,
  onClose,
}: {
  readonly job: PrintJob | undefined;
  readonly printers: readonly Printer[];
  readonly agents: readonly PrintAgent[];
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const shown = useShownAfterMount(job !== undefined);
  const [printerId, setPrinterId] = useState<string | null>(null);
  const [key, setKey] = useState(newIdempotencyKey);
  const again = useMutation({
    mutationFn: (id: string) =>
      api.call(reprintJob, {
        params: { id },
        body: printerId === null ? {} : { printerId },
        idempotencyKey: key,
      }),
    onSuccess: ({ data }) => {
      notify.success(t`It is printed again on ${data.job.printName}.`);
      onClose();
    },
    onError: (error) => notify.error(error),
    onSettled: () => {
      setKey(newIdempotencyKey());
      void devicesChanged();
    },
  });
  const names = new Map(agents.map(({ machineId, name }) => [machineId, name]));
  return (
    <Dialog opened={shown} onClose={onClose} title={t`Print again`} centered size="sm">
      <div className="stack">
        <p>
          <Trans>“{job?.title ?? ''}” is printed once more. It costs nothing and is counted.</Trans>
        </p>
        {job?.reprintWarns && (
          <div className="notice" data-tone="warn" role="alert">
            <div>
              <Trans>The carrier has scanned this parcel already. Put this label on no other parcel.</Trans>
            </div>
          </div>
        )}
        <Select
          label={t`Printer`}
          placeholder={t`The same one: ${job?.printName ?? ''}`}
          clearable
          clearButtonProps={{ 'aria-label': t`The same printer` }}
          data={printers
            .filter(({ reasons }) => !reasons.includes('gone'))
            .map(({ id, displayName, machineId }) => ({
              value: id,
              label: agents.length > 1 ? `${displayName} · ${names.get(machineId) ?? ''}` : displayName,
            }))}
          value={printerId}
          onChange={setPrinterId}
        />
        <div className="row end">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button loading={again.isPending} onClick={() => job && again.mutate(job.id)} data-autofocus>
            <Trans>Print</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
