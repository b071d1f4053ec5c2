import { Button } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconCircleCheck, IconDownload } from '#icons';
import { useMutation } from '@tanstack/react-query';
import type { CarrierAccount, uploadRateSheet } from '@scanship/contracts/carriers/carriers';
import type { DataOf } from '@scanship/contracts/call';
import { ForCustomer } from '../../../app/ForCustomer.tsx';
import { notify } from '../../../app/notify.ts';
import { queryClient } from '../../../app/query-client.ts';
import { useFormat } from '../../../app/use-format.ts';
import type { FileAnswer } from '../../../lib/api-client.ts';
import { saveBlob } from '../../../lib/download.ts';
import { FileDrop } from '../../../ui/FileDrop.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { sheetChangesQuery, sheetInForce, sheetTemplate, tookAccount, uploadSheet } from '../carriers-api.ts';
import { TableWrap } from '../../../ui/TableWrap.tsx';

type Result = DataOf<typeof uploadRateSheet>;

interface Props {
  readonly account: CarrierAccount;
  /** The courier is the sheet; else the sheet holds the prices of a contract with a carrier that tells none. */
  readonly ownCourier: boolean;
}

/** The prices of an own courier, or of a carrier that tells none: the sheet in force, a template, and the upload with every problem at its row. */
export function RateSheetCard({ account, ownCourier }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const onError = (error: unknown) => notify.error(error);
  const keep = (name: string) => (answer: FileAnswer) => saveBlob(answer.blob, answer.fileName ?? name);
  const template = useMutation({
    mutationFn: sheetTemplate,
    onSuccess: (a, { format: kind }) => keep(`RateSheetTemplate.${kind}`)(a),
    onError,
  });
  const current = useMutation({
    mutationFn: sheetInForce,
    onSuccess: keep(account.rateSheet?.sourceName ?? 'RateSheet.csv'),
    onError,
  });
  const upload = useMutation({
    mutationFn: uploadSheet,
    onSuccess: ({ data, successMessage }) => {
      tookAccount(data.account);
      void queryClient.invalidateQueries({ queryKey: sheetChangesQuery(data.account.id).queryKey });
      if (data.accepted) notify.success(successMessage ?? t`The rate sheet is active.`);
    },
  });
  const sheet = account.rateSheet;
  return (
    <section className="card" aria-label={t`Rate sheet`}>
      <div className="card-head">
        <div className="grow">
          <h2>
            <Trans>Rate sheet</Trans>
          </h2>
          {sheet && (
            <div className="dim small">
              <Trans>
                {sheet.name} · version {sheet.version} · {sheet.sourceName} · since{' '}
                {format.instant(sheet.uploadedAt, 'short')}
              </Trans>
            </div>
          )}
        </div>
        {sheet && (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconDownload size={15} aria-hidden />}
            loading={current.isPending}
            onClick={() => current.mutate(account.id)}
          >
            <Trans>Download the current one</Trans>
          </Button>
        )}
      </div>
      <div className="card-body stack">
        {account.lent ? (
          <p className="dim">
            <Trans>Your franchise keeps these prices.</Trans>
          </p>
        ) : (
          <>
            {!ownCourier && (
              <p className="dim">
                <Trans>This carrier provides no prices: labels cost what this list says.</Trans>
              </p>
            )}
            <ForCustomer say>
              <FileDrop
                label={sheet ? t`Drop a new rate sheet here` : t`Drop your rate sheet here`}
                hint={
                  sheet ? (
                    <Trans>CSV or XLSX. It becomes a draft: you see what changes before you publish it.</Trans>
                  ) : (
                    <Trans>CSV or XLSX. It takes effect only if it has no problems.</Trans>
                  )
                }
                button={t`Choose a file`}
                accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
                busy={upload.isPending}
                onFile={(file) => upload.mutate({ id: account.id, file })}
              />
            </ForCustomer>
            <div className="row">
              <span className="dim small">
                {ownCourier ? (
                  <Trans>A filled-in example to start from:</Trans>
                ) : (
                  <Trans>A list of the services, to fill in the prices of your contract:</Trans>
                )}
              </span>
              {(['csv', 'xlsx'] as const).map((kind) => (
                <Button
                  key={kind}
                  variant="default"
                  size="compact-sm"
                  leftSection={<IconDownload size={14} aria-hidden />}
                  loading={template.isPending && template.variables.format === kind}
                  onClick={() => template.mutate({ format: kind, carrier: account.carrier })}
                >
                  {kind.toUpperCase()}
                </Button>
              ))}
            </div>
          </>
        )}
        {upload.isError && <ErrorState compact error={upload.error} />}
        {upload.data && <UploadResult result={upload.data.data} />}
      </div>
    </section>
  );
}

function UploadResult({ result }: { readonly result: Result }) {
  const { t } = useLingui();
  const { summary } = result;
  if (result.accepted)
    return (
      <div className="notice" data-tone="good" role="status">
        <IconCircleCheck size={17} aria-hidden />
        <div>
          <div className="strong">
            {result.draft ? (
              <Trans>The rate sheet is a draft. Publish it below.</Trans>
            ) : (
              <Trans>The rate sheet is active.</Trans>
            )}
          </div>
          {summary && (
            <div className="dim">
              {summary.services.map((s) => s.name).join(', ')} ·{' '}
              <Plural value={summary.zones.length} one="# zone" other="# zones" /> ·{' '}
              <Plural value={summary.rateCount} one="# price" other="# prices" /> · {summary.currency}
            </div>
          )}
        </div>
      </div>
    );
  return (
    <div className="stack" role="alert">
      <div className="notice" data-tone="bad">
        <IconAlertTriangle size={17} aria-hidden />
        <div>
          <div className="strong">
            <Plural
              value={result.problems.length}
              one="The sheet has # problem and was not taken."
              other="The sheet has # problems and was not taken."
            />
          </div>
          <div>
            <Trans>The previous one stays active. Correct these rows and upload the file again.</Trans>
          </div>
        </div>
      </div>
      <TableWrap label={t`Problems`} className="sheet-problems">
        <table className="plain-table" data-testid="sheet-problems">
          <thead>
            <tr>
              <th scope="col">
                <Trans>Section</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Row</Trans>
              </th>
              <th scope="col">
                <Trans>Column</Trans>
              </th>
              <th scope="col">
                <Trans>Problem</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {result.problems.map((p, i) => (
              <tr key={`${p.section}-${p.row ?? ''}-${i}`}>
                <td>{p.section}</td>
                <td className="end num">{p.row ?? '–'}</td>
                <td>{p.column ?? '–'}</td>
                <td>{p.message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableWrap>
    </div>
  );
}
