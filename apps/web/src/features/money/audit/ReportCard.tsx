import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useLingui as useI18n } from '@lingui/react';
import { REPORT_GROUPS } from '@scanship/contracts/carriers/bill-report';
import { DIFFERENCE_KINDS } from '@scanship/domain/carrier-bills/bill-kinds';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { saveBlob } from '../../../lib/download.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { exportReport, reportQuery } from './audit-api.ts';
import { KIND_WORDS } from './bill-words.ts';
import { Loaded } from '../../../ui/Loaded.tsx';

type Group = (typeof REPORT_GROUPS)[number];
const before = (today: string, days: number): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);

/** Quoted against invoiced, who caused the difference, and what came back. */
export function ReportCard() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const [from, setFrom] = useState(() => before(format.today(), 90));
  const [to, setTo] = useState(() => format.today());
  const [group, setGroup] = useState<Group>('carrier');
  const report = useQuery({ ...reportQuery({ from, to, group }), enabled: from !== '' && to !== '' });
  const save = useMutation({
    mutationFn: () => exportReport({ from, to }),
    onSuccess: ({ blob, name }) => saveBlob(blob, name),
    onError: (error) => notify.error(error),
  });
  const groups: Readonly<Record<Group, string>> = {
    carrier: t`Carrier`,
    service: t`Service`,
    month: t`Month`,
    kind: t`Kind`,
    customer: t`Customer`,
    package: t`Package`,
  };
  const nameOf = (name: string): string => {
    const kind = group === 'kind' ? DIFFERENCE_KINDS.find((each) => each === name) : undefined;
    return kind ? i18n._(KIND_WORDS[kind]) : name || t`Not stated`;
  };
  return (
    <div className="stack">
      <div className="audit-row">
        <TextInput
          type="date"
          label={t`Invoices from`}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput type="date" label={t`to`} value={to} onChange={(event) => setTo(event.currentTarget.value)} />
        <NativeSelect
          label={t`By`}
          value={group}
          onChange={(event) => setGroup(event.currentTarget.value as Group)}
          data={REPORT_GROUPS.map((value) => ({ value, label: groups[value] }))}
        />
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
          <Trans>Export</Trans>
        </Button>
      </div>
      <Loaded query={report}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title={t`No invoices in these days`}>
              <Trans>Choose other days, or upload a billing file.</Trans>
            </EmptyState>
          ) : (
            <TableWrap label={t`Report`}>
              <table className="plain-table" data-testid="bill-report">
                <thead>
                  <tr>
                    <th>{groups[group]}</th>
                    <th className="num">{t`Shipments`}</th>
                    <th className="num">{t`Quoted`}</th>
                    <th className="num">{t`Invoiced`}</th>
                    <th className="num">{t`Difference`}</th>
                    <th className="num">{t`Passed on`}</th>
                    <th className="num">{t`Recovered`}</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => {
                    const show = (minor: number) => format.money({ minor, currency: row.currency });
                    return (
                      <tr key={`${row.name} ${row.currency}`}>
                        <th scope="row">{nameOf(row.name)}</th>
                        <td className="num">{format.number(row.shipments)}</td>
                        <td className="num">{show(row.quotedMinor)}</td>
                        <td className="num">{show(row.invoicedMinor)}</td>
                        <td className="num strong">{show(row.differenceMinor)}</td>
                        <td className="num">{show(row.passedOnMinor)}</td>
                        <td className="num">{show(row.recoveredMinor)}</td>
                      </tr>
                    );
                  })}
                </tbody>
              </table>
            </TableWrap>
          )
        }
      </Loaded>
    </div>
  );
}
