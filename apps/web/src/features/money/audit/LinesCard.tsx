import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useLingui as useI18n } from '@lingui/react';
import { BILL_LINE_STATES, type BillLineDto, matchBillLine } from '@scanship/contracts/carriers/carrier-bills';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../app/api.ts';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { billsChanged, linesQuery, PAGE_SIZE } from './audit-api.ts';
import { LINE_STATE } from './bill-words.ts';
import { Loaded } from '../../../ui/Loaded.tsx';

/** Every charge with the label it was matched to; what is uncertain is confirmed by a person. */
export function LinesCard() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const [state, setState] = useState<BillLineDto['state'] | ''>('suggested');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const lines = useQuery(linesQuery({ page, search, ...(state === '' ? {} : { state }) }));
  return (
    <div className="stack">
      <div className="audit-row">
        <NativeSelect
          label={t`State`}
          value={state}
          onChange={(event) => {
            setState(event.currentTarget.value as BillLineDto['state'] | '');
            setPage(1);
          }}
          data={[
            { value: '', label: t`All` },
            ...BILL_LINE_STATES.map((value) => ({ value, label: i18n._(LINE_STATE[value].word) })),
          ]}
        />
        <TextInput
          label={t`Tracking or invoice number`}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setPage(1);
          }}
        />
      </div>
      <Loaded query={lines}>
        {(data, stale) =>
          data.lines.length === 0 ? (
            <EmptyState title={t`No charge in this state`}>
              <Trans>Charges that were matched without doubt need no review.</Trans>
            </EmptyState>
          ) : (
            <>
              <TableWrap label={t`Charges`}>
                <table className="plain-table" data-testid="bill-lines" inert={stale}>
                  <thead>
                    <tr>
                      <th>{t`Charge`}</th>
                      <th>{t`Label`}</th>
                      <th className="num">{t`Amount`}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {data.lines.map((line) => (
                      <LineRow key={line.id} line={line} />
                    ))}
                  </tbody>
                </table>
              </TableWrap>
              <Pager page={page} size={PAGE_SIZE} total={data.totalRecords} onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

function LineRow({ line }: { readonly line: BillLineDto }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const assign = useMutation({
    mutationFn: (purchaseId: string | null) =>
      api.call(matchBillLine, { params: { id: line.id }, body: { purchaseId } }),
    onSuccess: () => {
      notify.success(t`Assigned.`);
      void billsChanged();
    },
    onError: (error) => notify.error(error),
  });
  const undecided = line.state === 'open' || line.state === 'suggested';
  return (
    <tr>
      <td>
        <span className="num">{line.trackingNumber ?? line.invoiceNumber}</span> {line.label}
        <div className="dim small">
          <Trans>
            Invoice {line.invoiceNumber}, row {line.row}
          </Trans>
        </div>
      </td>
      <td>
        <Badge tone={LINE_STATE[line.state].tone}>{i18n._(LINE_STATE[line.state].word)}</Badge>
        {line.customer && <div className="dim small">{line.customer}</div>}
        {line.suggestions.map((one) => (
          <div key={one.purchaseId} className="audit-row small">
            <span>
              {one.customer} · <span className="num">{one.trackingNumber}</span> · {one.postalCode} ·{' '}
              {format.weight(one.grams)}
            </span>
            <Button size="compact-xs" loading={assign.isPending} onClick={() => assign.mutate(one.purchaseId)}>
              <Trans>This one</Trans>
            </Button>
          </div>
        ))}
        {undecided && (
          <Button size="compact-xs" variant="default" loading={assign.isPending} onClick={() => assign.mutate(null)}>
            <Trans>None: own cost</Trans>
          </Button>
        )}
      </td>
      <td className="num">{format.money(line.amount)}</td>
    </tr>
  );
}
