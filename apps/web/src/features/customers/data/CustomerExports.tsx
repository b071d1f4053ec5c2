import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type CustomerExport, EXPORT_KEPT_DAYS } from '@scanship/contracts/network/customer-data';
import { notify } from '../../../app/notify.ts';
import { queryClient } from '../../../app/query-client.ts';
import { useFormat } from '../../../app/use-format.ts';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { exportsQuery, isWaiting, saveExport, startExport } from './data-api.ts';

/** One file with everything stored of a customer, made while one does something else. */
export function CustomerExports({ customerId }: { readonly customerId: string }) {
  const { t } = useLingui();
  const query = exportsQuery(customerId);
  const found = useQuery(query);
  const start = useMutation({
    mutationFn: () => startExport(customerId),
    onSuccess: ({ data, successMessage }) => {
      queryClient.setQueryData(query.queryKey, data);
      notify.success(successMessage ?? t`The file is being made.`);
    },
    onError: (error) => notify.error(error),
  });
  const exports = found.data?.exports;
  return (
    <section className="card" aria-labelledby="exports-head">
      <div className="card-head">
        <h2 id="exports-head">
          <Trans>Everything in one file</Trans>
        </h2>
        <Button
          variant="default"
          loading={start.isPending}
          disabled={exports === undefined || exports.some(isWaiting)}
          onClick={() => start.mutate()}
        >
          <Trans>Make a file</Trans>
        </Button>
      </div>
      <p className="card-body dim small">
        <Trans>
          Orders, products, labels and their files, people, settings and issued invoices, as a person can open them.
          Without passwords and keys, and without what your franchise notes of them. Kept {EXPORT_KEPT_DAYS} days.
        </Trans>
      </p>
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && (
        <div className="card-body">
          <Skeletons rows={1} height={28} />
        </div>
      )}
      {exports !== undefined && exports.length > 0 && (
        <ul className="export-list" aria-label={t`Files`}>
          {exports.map((each) => (
            <ExportRow key={each.id} customerId={customerId} one={each} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ExportRow({ customerId, one }: { readonly customerId: string; readonly one: CustomerExport }) {
  const { t } = useLingui();
  const format = useFormat();
  const save = useMutation({
    mutationFn: () => saveExport(customerId, one.id),
    onError: (error) => notify.error(error),
  });
  const asked = format.instant(one.askedAt, 'short');
  const by = one.askedBy || t`a former colleague`;
  const megabytes = format.number(Math.max(0.1, Math.round((one.size ?? 0) / 100_000) / 10));
  return (
    <li className="row between" data-testid="customer-export">
      <div>
        <div>
          {one.state === 'ready' ? (
            <Trans>Ready, {megabytes} MB</Trans>
          ) : one.state === 'waiting' ? (
            <Trans>Being made …</Trans>
          ) : (
            <Trans>Could not be made. Try again, or ask the operator.</Trans>
          )}
        </div>
        <div className="dim small">
          <Trans>
            Asked for by {by}, {asked}
          </Trans>
          {one.goneAt !== null && one.state === 'ready' && (
            <>
              {' · '}
              <Trans>kept until {format.instant(one.goneAt, 'day')}</Trans>
            </>
          )}
        </div>
      </div>
      {one.state === 'ready' && (
        <Button size="compact-sm" variant="default" loading={save.isPending} onClick={() => save.mutate()}>
          <Trans>Download</Trans>
        </Button>
      )}
    </li>
  );
}
