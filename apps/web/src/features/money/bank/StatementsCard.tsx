import { Button, Checkbox } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { BankAccount, BankFileDto, BankMappingDto } from '@scanship/contracts/money/bank';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { fieldErrorsOf } from '../../../lib/api-errors.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FileDrop } from '../../../ui/FileDrop.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { bankChanged, takeBackFile, uploadStatement } from './bank-api.ts';
import { MapBankColumns, type ToMap } from './MapBankColumns.tsx';

interface Props {
  readonly account: BankAccount;
  readonly mayKeep: boolean;
  readonly onRename: () => void;
  readonly onLines: () => void;
}

interface Upload {
  readonly file: File;
  readonly mapping?: BankMappingDto;
  /** A person says that it is of this account, though another has such lines. */
  readonly alike?: boolean;
}

/** Statements of an account: uploaded, mapped where their columns are not known, and what became of each. */
export function StatementsCard({ account, mayKeep, onRename, onLines }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const [remap, setRemap] = useState(false);
  const [asked, setAsked] = useState<{ readonly file: File; readonly toMap: ToMap }>();
  const [taking, setTaking] = useState<BankFileDto>();
  const takeBack = useMutation({
    mutationFn: (file: BankFileDto) => takeBackFile(file.id),
    onSuccess: ({ successMessage }) => {
      notify.success(successMessage ?? t`Saved.`);
      setTaking(undefined);
      bankChanged();
    },
  });
  const upload = useMutation({
    mutationFn: ({ file, mapping, alike }: Upload) =>
      uploadStatement(account.id, file, { mapping, remap: remap && !mapping, alike }),
    onSuccess: ({ data }, { file }) => {
      if (data.toMap) {
        setAsked({ file, toMap: data.toMap });
        return;
      }
      setAsked(undefined);
      setRemap(false);
      bankChanged();
      if (!data.file) return;
      const { lines, known, faultCount } = data.file;
      // What could not be read stands at the file, which is shown here.
      if (faultCount > 0)
        notify.problem(
          lines + known === 0
            ? t`No line of this statement could be read.`
            : t`The statement was read, except ${format.number(faultCount)} of its rows.`,
        );
      else if (lines > 0) {
        notify.success(t`The statement was read.`);
        onLines();
      } else if (known > 0) notify.success(t`Every line of this statement is here already.`);
      else notify.success(t`This statement has no lines.`);
    },
  });
  const mayBeOther = 'alike' in fieldErrorsOf(upload.error);
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
            hint={t`CSV or XLSX of any bank, camt.053 or camt.054 (XML), or a ZIP of such XML files. A line that is here already is not kept twice.`}
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
          {upload.isError && !asked && !mayBeOther && <ErrorState compact error={upload.error} />}
        </div>
      )}
      <Files files={account.files} onTakeBack={mayKeep ? setTaking : undefined} />
      <ConfirmDialog
        opened={taking !== undefined}
        title={t`Take back this statement`}
        confirm={t`Take back`}
        danger
        busy={takeBack.isPending}
        onConfirm={() => taking && takeBack.mutate(taking)}
        onClose={() => {
          takeBack.reset();
          setTaking(undefined);
        }}
      >
        <div className="stack">
          <div className="strong bank-break">{taking?.fileName}</div>
          <Trans>
            The lines it brought are removed, with the reasons of those that were set aside. Its columns are asked for
            again. Upload later statements again where they had some of these lines too.
          </Trans>
          {takeBack.error && <ErrorState compact error={takeBack.error} />}
        </div>
      </ConfirmDialog>
      <ConfirmDialog
        opened={mayBeOther}
        title={t`Is this the right account?`}
        confirm={t`Keep the lines here`}
        busy={upload.isPending}
        onConfirm={() => {
          setAsked(undefined);
          if (upload.variables) upload.mutate({ ...upload.variables, alike: true });
        }}
        onClose={() => {
          upload.reset();
          setAsked(undefined);
        }}
      >
        <ErrorState compact error={upload.error} />
      </ConfirmDialog>
      <Dialog
        opened={asked !== undefined && !mayBeOther}
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

interface FilesProps {
  readonly files: readonly BankFileDto[];
  readonly onTakeBack: ((file: BankFileDto) => void) | undefined;
}
function Files({ files, onTakeBack }: FilesProps) {
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
            {onTakeBack && (
              <th scope="col">
                <span className="sr-only">{t`Actions`}</span>
              </th>
            )}
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
                      one="# line was not booked or is in another currency"
                      other="# lines were not booked or are in another currency"
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
              {onTakeBack && (
                <td className="num">
                  {file.takenBackAt === null ? (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      aria-label={t`Take back ${file.fileName}`}
                      onClick={() => onTakeBack(file)}
                    >
                      <Trans>Take back</Trans>
                    </Button>
                  ) : (
                    <Badge>{t`Lines removed`}</Badge>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </TableWrap>
  );
}
