import { Button, NativeSelect } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useLingui as useI18n } from '@lingui/react';
import { type BillFile, type BillMappingDto, uploadBillFile } from '@scanship/contracts/carriers/carrier-bills';
import { MAPPED_FIELDS, type MappedField, REQUIRED_FIELDS } from '@scanship/domain/carrier-bills/bill-kinds';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../app/api.ts';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FileDrop } from '../../../ui/FileDrop.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { accountsQuery, billsChanged, filesQuery, PAGE_SIZE } from './audit-api.ts';
import { FIELD_WORDS, FILE_STATE } from './bill-words.ts';
import { Loaded } from '../../../ui/Loaded.tsx';

interface ToMap {
  readonly headers: readonly string[];
  readonly sample: readonly (readonly string[])[];
  readonly mapping: BillMappingDto;
}

/** Files of carriers: uploaded, mapped where their layout is not known, and what became of them. */
export function UploadCard() {
  const { t } = useLingui();
  const accounts = useQuery(accountsQuery);
  const [account, setAccount] = useState('');
  const [asked, setAsked] = useState<{ readonly file: File; readonly toMap: ToMap }>();
  const accountId = account || (accounts.data?.accounts[0]?.id ?? '');
  const upload = useMutation({
    mutationFn: ({ file, mapping }: { readonly file: File; readonly mapping?: BillMappingDto }) =>
      api.call(uploadBillFile, { body: { accountId, ...(mapping ? { mapping: JSON.stringify(mapping) } : {}) }, file }),
    onSuccess: ({ data }, { file }) => {
      if (data.toMap) {
        setAsked({ file, toMap: data.toMap });
        return;
      }
      setAsked(undefined);
      notify.success(t`The file was taken; it is being compared.`);
      void billsChanged();
    },
  });
  return (
    <Loaded query={accounts}>
      {({ accounts: own }) =>
        own.length === 0 ? (
          <EmptyState title={t`There is no carrier account of your own`}>
            <Trans>Invoices are compared for accounts that you own. Connect one under Carriers.</Trans>
          </EmptyState>
        ) : (
          <div className="stack">
            <NativeSelect
              label={t`Carrier account that was billed`}
              value={accountId}
              onChange={(event) => setAccount(event.currentTarget.value)}
              data={own.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <FileDrop
              label={t`The carrier’s billing file`}
              hint={t`UPS Billing Data, FedEx Billing Online, Canada Post, Purolator, or any CSV or XLSX. A ZIP with one file is fine.`}
              button={t`Choose a file`}
              accept=".csv,.txt,.xlsx,.zip,.gz"
              busy={upload.isPending}
              onFile={(file) => upload.mutate({ file })}
            />
            {upload.isError && !asked && <ErrorState compact error={upload.error} />}
            <Dialog
              opened={asked !== undefined}
              onClose={() => setAsked(undefined)}
              title={t`Which column is what?`}
              size="lg"
            >
              {asked && (
                <MapColumns
                  toMap={asked.toMap}
                  busy={upload.isPending}
                  error={upload.error}
                  onDone={(mapping) => upload.mutate({ file: asked.file, mapping })}
                />
              )}
            </Dialog>
            <FileList />
          </div>
        )
      }
    </Loaded>
  );
}

interface MapProps {
  readonly toMap: ToMap;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onDone: (mapping: BillMappingDto) => void;
}
function MapColumns({ toMap, busy, error, onDone }: MapProps) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const [mapping, setMapping] = useState(toMap.mapping);
  const choose = (field: MappedField, text: string): void => {
    const columns = Object.fromEntries(Object.entries(mapping.columns).filter(([name]) => name !== field));
    setMapping({ ...mapping, columns: text === '' ? columns : { ...columns, [field]: Number(text) } });
  };
  const example = (index: number | undefined): string =>
    index === undefined
      ? ''
      : toMap.sample
          .map((row) => row[index] ?? '')
          .filter(Boolean)
          .slice(0, 2)
          .join(', ');
  const missing = REQUIRED_FIELDS.some((field) => mapping.columns[field] === undefined);
  const columns = [
    { value: '', label: t`Not in the file` },
    ...toMap.headers.map((header, index) => ({ value: String(index), label: header || `${index + 1}` })),
  ];
  return (
    <div className="stack">
      <p className="dim small">
        <Trans>This is asked once for an account; the next file with the same columns is read automatically.</Trans>
      </p>
      {MAPPED_FIELDS.map((field) => (
        <NativeSelect
          key={field}
          label={i18n._(FIELD_WORDS[field])}
          required={REQUIRED_FIELDS.includes(field)}
          description={example(mapping.columns[field])}
          value={String(mapping.columns[field] ?? '')}
          onChange={(event) => choose(field, event.currentTarget.value)}
          data={columns}
        />
      ))}
      {mapping.columns.tax !== undefined && (
        <NativeSelect
          label={t`The amount is`}
          description={t`If this is wrong, every charge looks too high or too low by its taxes.`}
          value={mapping.taxIncluded ? 'total' : 'net'}
          onChange={(event) => setMapping({ ...mapping, taxIncluded: event.currentTarget.value === 'total' })}
          data={[
            { value: 'net', label: t`Before taxes` },
            { value: 'total', label: t`Taxes included` },
          ]}
        />
      )}
      <NativeSelect
        label={t`Dates are written`}
        value={mapping.dates}
        onChange={(event) => setMapping({ ...mapping, dates: event.currentTarget.value as BillMappingDto['dates'] })}
        data={[
          { value: 'ymd', label: t`Year, month, day` },
          { value: 'mdy', label: t`Month, day, year` },
          { value: 'dmy', label: t`Day, month, year` },
        ]}
      />
      <NativeSelect
        label={t`Weights are in`}
        value={mapping.weightUnit}
        onChange={(event) =>
          setMapping({ ...mapping, weightUnit: event.currentTarget.value as BillMappingDto['weightUnit'] })
        }
        data={['kg', 'lb', 'g', 'oz']}
      />
      {error && <ErrorState compact error={error} />}
      <div className="row end">
        <Button loading={busy} disabled={missing} onClick={() => onDone(mapping)}>
          <Trans>Compare the file</Trans>
        </Button>
      </div>
    </div>
  );
}

function FileList() {
  const { t } = useLingui();
  const [page, setPage] = useState(1);
  const files = useQuery(filesQuery(page));
  return (
    <Loaded query={files}>
      {(data) =>
        data.files.length === 0 ? (
          <EmptyState title={t`No carrier invoice yet`}>
            <Trans>Upload the first billing file above: every charge is compared with the label it is for.</Trans>
          </EmptyState>
        ) : (
          <>
            <TableWrap label={t`Files`}>
              <table className="plain-table" data-testid="bill-files">
                <thead>
                  <tr>
                    <th>{t`File`}</th>
                    <th>{t`State`}</th>
                    <th className="num">{t`Charges`}</th>
                    <th className="num">{t`Without a label`}</th>
                    <th className="num">{t`Differences`}</th>
                  </tr>
                </thead>
                <tbody>
                  {data.files.map((file) => (
                    <FileRow key={file.id} file={file} />
                  ))}
                </tbody>
              </table>
            </TableWrap>
            <Pager page={page} size={PAGE_SIZE} total={data.totalRecords} onPage={setPage} />
          </>
        )
      }
    </Loaded>
  );
}

function FileRow({ file }: { readonly file: BillFile }) {
  const { i18n } = useI18n();
  const format = useFormat();
  const state = FILE_STATE[file.state];
  const { counts, faults } = file;
  return (
    <tr>
      <td>
        <div className="strong">{file.fileName}</div>
        <div className="dim small">
          {file.accountName} · {format.instant(file.createdAt, 'day')}
        </div>
        {file.problem && <div className="small">{file.problem}</div>}
        {faults.length > 0 && (
          <details className="small">
            <summary>
              <Plural
                value={counts.faults}
                one="# row could not be read whole"
                other="# rows could not be read whole"
              />
            </summary>
            <ul>
              {faults.slice(0, 50).map((fault) => (
                <li key={`${fault.row} ${fault.column} ${fault.message}`}>
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
        <Badge tone={state.tone}>{i18n._(state.word)}</Badge>
      </td>
      <td className="num">
        {format.number(counts.lines)}
        {counts.known > 0 && (
          <div className="dim small">
            <Plural value={counts.known} one="# known before" other="# known before" />
          </div>
        )}
      </td>
      <td className="num">{format.number(counts.open + counts.suggested)}</td>
      <td className="num">{format.number(counts.differences)}</td>
    </tr>
  );
}
