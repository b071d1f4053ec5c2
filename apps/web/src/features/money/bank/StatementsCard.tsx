import { Button, Checkbox } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { BankAccount, BankFileDto, BankMappingDto } from '@scanship/contracts/money/bank';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FileDrop } from '../../../ui/FileDrop.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { bankChanged, uploadStatement } from './bank-api.ts';
import { MapBankColumns, type ToMap } from './MapBankColumns.tsx';

interface Props {
  readonly account: BankAccount;
  readonly mayKeep: boolean;
  readonly onRename: () => void;
  readonly onLines: () => void;
}

/** Statements of an account: uploaded, mapped where their columns are not known, and what became of each. */
export function StatementsCard({ account, mayKeep, onRename, onLines }: Props) {
  const { t } = useLingui();
  const [remap, setRemap] = useState(false);
  const [asked, setAsked] = useState<{ readonly file: File; readonly toMap: ToMap }>();
  const upload = useMutation({
    mutationFn: ({ file, mapping }: { readonly file: File; readonly mapping?: BankMappingDto }) =>
      uploadStatement(account.id, file, { mapping, remap: remap && !mapping }),
    onSuccess: ({ data }, { file }) => {
      if (data.toMap) {
        setAsked({ file, toMap: data.toMap });
        return;
      }
      setAsked(undefined);
      setRemap(false);
      bankChanged();
      if (data.file && data.file.lines > 0) {
        notify.success(t`The statement was read.`);
        onLines();
      } else notify.success(t`Every line of this statement is here already.`);
    },
  });
  return (
    <section className="card" aria-label={t`Bank statements`}>
      <div className="card-head">
        <h2 className="grow">{account.name}</h2>
        {mayKeep && (
          <Button size="compact-sm" variant="subtle" onClick={onRename}>
            <Trans>Rename</Trans>
          </Button>
        )}
      </div>
      {mayKeep && (
        <div className="card-body stack">
          <FileDrop
            label={t`The bank’s statement`}
            hint={t`CSV or XLSX of any bank, camt.053 or camt.054 (XML), or a ZIP of these. A line that is here already is not kept twice.`}
            button={t`Choose a file`}
            accept=".csv,.txt,.xlsx,.xml,.zip"
            busy={upload.isPending}
            onFile={(file) => upload.mutate({ file })}
          />
          <Checkbox
            label={t`Ask again what the columns are`}
            checked={remap}
            onChange={(event) => setRemap(event.currentTarget.checked)}
          />
          {upload.isError && !asked && <ErrorState compact error={upload.error} />}
        </div>
      )}
      <Files files={account.files} />
      <Dialog
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={t`Which column is what?`}
        size="xl"
      >
        {asked && (
          <MapBankColumns
            toMap={asked.toMap}
            currency={account.currency}
            busy={upload.isPending}
            error={upload.error}
            onDone={(mapping) => upload.mutate({ file: asked.file, mapping })}
          />
        )}
      </Dialog>
    </section>
  );
}

function Files({ files }: { readonly files: readonly BankFileDto[] }) {
  const { t } = useLingui();
  const format = useFormat();
  if (files.length === 0)
    return (
      <EmptyState title={t`No statement yet`}>
        <Trans>Download one at your bank and upload it above.</Trans>
      </EmptyState>
    );
  return (
    <TableWrap label={t`Bank statements`}>
      <table className="plain-table" data-testid="bank-files">
        <thead>
          <tr>
            <th>{t`File`}</th>
            <th>{t`Days`}</th>
            <th className="num">{t`New lines`}</th>
            <th className="num">{t`Here already`}</th>
          </tr>
        </thead>
        <tbody>
          {files.map((file) => (
            <tr key={file.id}>
              <td>
                <div className="strong bank-break">{file.fileName}</div>
                <div className="dim small">{format.instant(file.createdAt, 'short')}</div>
                {file.pending > 0 && (
                  <div className="dim small">
                    <Plural
                      value={file.pending}
                      one="# line is not booked yet or in another currency"
                      other="# lines are not booked yet or in another currency"
                    />
                  </div>
                )}
                {file.faultCount > 0 && (
                  <details className="small">
                    <summary>
                      <Plural value={file.faultCount} one="# row could not be read" other="# rows could not be read" />
                    </summary>
                    <ul>
                      {file.faults.map((fault) => (
                        <li key={`${fault.row} ${fault.message}`}>
                          <Trans>
                            Row {fault.row}: {fault.message}
                          </Trans>
                        </li>
                      ))}
                    </ul>
                  </details>
                )}
              </td>
              <td>
                {file.fromDay && file.toDay && (
                  <Trans>
                    {format.day(file.fromDay)} to {format.day(file.toDay)}
                  </Trans>
                )}
              </td>
              <td className="num">{format.number(file.lines)}</td>
              <td className="num">{format.number(file.known)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableWrap>
  );
}
