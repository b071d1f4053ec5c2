import { Button } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ImportCheck } from '@scanship/contracts/order-import';
import { notify } from '../../app/notify.ts';
import { useFormat } from '../../app/use-format.ts';
import { saveBlob } from '../../lib/download.ts';
import { Badge } from '../../ui/Badge.tsx';
import { problemsFile } from './import-api.ts';
import { TableWrap } from '../../ui/TableWrap.tsx';

interface Props {
  readonly importId: string;
  readonly result: ImportCheck;
  readonly busy: boolean;
  readonly onBack: () => void;
  readonly onOtherFile: () => void;
  readonly onCommit: (skipBlocked: boolean) => void;
}

export function useProblemsDownload(importId: string) {
  return useMutation({
    mutationFn: () => problemsFile(importId),
    onSuccess: ({ blob, fileName }) => saveBlob(blob, fileName ?? 'ImportProblems.csv'),
    onError: (error) => notify.error(error),
  });
}

/** Every problem by row before anything is created, and what would be created. */
export function CheckStep({ importId, result, busy, onBack, onOtherFile, onCommit }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const download = useProblemsDownload(importId);
  const { readyCount, blockedCount, duplicateCount } = result;
  const states = { ready: t`Ready`, blocked: t`Has errors`, duplicate: t`Exists already` };
  const tones = { ready: 'good', blocked: 'bad', duplicate: 'warn' } as const;
  return (
    <div className="stack wide">
      <ul className="counts" aria-label={t`Result of the check`}>
        <li>
          <span className="count-number num">{format.number(readyCount)}</span>{' '}
          <Plural value={readyCount} one="order is ready" other="orders are ready" />
        </li>
        <li data-quiet={blockedCount === 0}>
          <span className="count-number num">{format.number(blockedCount)}</span>{' '}
          <Plural value={blockedCount} one="order has errors" other="orders have errors" />
        </li>
        <li data-quiet={duplicateCount === 0}>
          <span className="count-number num">{format.number(duplicateCount)}</span>{' '}
          <Plural value={duplicateCount} one="order exists already" other="orders exist already" />
        </li>
      </ul>
      {result.problemCount > 0 && (
        <section className="card">
          <div className="card-head">
            <h2 className="grow">
              <Trans>Problems</Trans> <span className="dim">{format.number(result.problemCount)}</span>
            </h2>
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconDownload size={15} aria-hidden />}
              loading={download.isPending}
              onClick={() => download.mutate()}
            >
              <Trans>Download these rows</Trans>
            </Button>
          </div>
          <TableWrap label={t`Problems`} className="scroll-y">
            <table className="plain-table">
              <thead>
                <tr>
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
                {result.problems.map((problem, i) => (
                  <tr key={`${problem.row}-${problem.column ?? ''}-${i}`}>
                    <td className="end num">{problem.row}</td>
                    <td>{problem.column ?? '–'}</td>
                    <td>
                      <Badge tone={problem.severity === 'error' ? 'bad' : 'warn'}>
                        {problem.severity === 'error' ? t`Error` : t`Warning`}
                      </Badge>{' '}
                      {problem.message}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableWrap>
          {result.problems.length < result.problemCount && (
            <p className="card-body dim small">
              <Trans>
                Only the first {format.number(result.problems.length)} are listed; the download has all of them.
              </Trans>
            </p>
          )}
        </section>
      )}
      {result.preview.length > 0 && (
        <section className="card">
          <div className="card-head">
            <h2>
              <Trans>Preview</Trans>
            </h2>
          </div>
          <TableWrap label={t`Preview`} className="scroll-y">
            <table className="plain-table">
              <thead>
                <tr>
                  <th scope="col">
                    <Trans>Order</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Recipient</Trans>
                  </th>
                  <th scope="col" className="end">
                    <Trans>Items</Trans>
                  </th>
                  <th scope="col" className="end">
                    <Trans>Weight</Trans>
                  </th>
                  <th scope="col" className="end">
                    <Trans>Total</Trans>
                  </th>
                  <th scope="col">
                    <Trans>State</Trans>
                  </th>
                </tr>
              </thead>
              <tbody>
                {result.preview.map((order) => (
                  <tr key={`${order.number}-${order.rows[0] ?? ''}`}>
                    <td className="strong">{order.number}</td>
                    <td>
                      {order.recipient} <span className="dim">{order.place}</span>
                    </td>
                    <td className="end num">{order.itemQuantity}</td>
                    <td className="end num">{order.weightGrams === null ? '–' : format.weight(order.weightGrams)}</td>
                    <td className="end num">{order.total}</td>
                    <td>
                      <Badge tone={tones[order.state]}>{states[order.state]}</Badge>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableWrap>
        </section>
      )}
      {blockedCount > 0 && (
        <p className="dim small">
          <Trans>
            To bring in the others as well: download the rows with problems, mend them, and import that file afterwards.
            Orders that exist already are left out.
          </Trans>
        </p>
      )}
      <div className="row end">
        <Button variant="default" onClick={onOtherFile}>
          <Trans>Another file</Trans>
        </Button>
        <Button variant="default" onClick={onBack}>
          <Trans>Back to the columns</Trans>
        </Button>
        <Button loading={busy} disabled={readyCount === 0} onClick={() => onCommit(blockedCount > 0)}>
          {blockedCount > 0 ? (
            <Plural value={readyCount} one="Create only the ready order" other="Create only the # ready orders" />
          ) : (
            <Plural value={readyCount} one="Create # order" other="Create # orders" />
          )}
        </Button>
      </div>
    </div>
  );
}
