import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ImportCheck, ImportMapping } from '@scanship/contracts/orders/order-import';
import { useFormat } from '../../app/use-format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ProblemGroups } from './ProblemGroups.tsx';
import { CheckedFile, useProblemsDownload } from './frame/CheckedFile.tsx';
import { problemsFile } from './import-api.ts';

interface Props {
  readonly mapping: ImportMapping;
  /** The file is being read with other words. */
  readonly checking: boolean;
  readonly onMapping: (mapping: ImportMapping) => void;
  readonly importId: string;
  readonly result: ImportCheck;
  readonly busy: boolean;
  readonly onBack: () => void;
  readonly onOtherFile: () => void;
  readonly onCommit: (skipBlocked: boolean) => void;
}

export const useOrderProblems = (importId: string) =>
  useProblemsDownload(() => problemsFile(importId), 'ImportProblems.csv');

/** Every problem by row before anything is created, and what would be created. */
export function CheckStep(props: Props) {
  const { importId, result, busy, onBack, onOtherFile, onCommit } = props;
  const { t } = useLingui();
  const format = useFormat();
  const download = useOrderProblems(importId);
  const { readyCount, blockedCount, duplicateCount } = result;
  const states = { ready: t`Ready`, blocked: t`Has errors`, duplicate: t`Exists already` };
  const tones = { ready: 'good', blocked: 'bad', duplicate: 'warn' } as const;
  return (
    <CheckedFile
      counts={[
        {
          key: 'ready',
          value: readyCount,
          words: <Plural value={readyCount} one="order is ready" other="orders are ready" />,
        },
        {
          key: 'blocked',
          value: blockedCount,
          words: <Plural value={blockedCount} one="order has errors" other="orders have errors" />,
          quiet: true,
        },
        {
          key: 'duplicate',
          value: duplicateCount,
          words: <Plural value={duplicateCount} one="order exists already" other="orders exist already" />,
          quiet: true,
        },
      ]}
      problems={result.problems}
      problemCount={result.problemCount}
      grouped={
        <ProblemGroups
          groups={result.groups}
          mapping={props.mapping}
          busy={props.checking}
          onMapping={props.onMapping}
        />
      }
      download={download}
      preview={
        result.preview.length > 0 && (
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
        )
      }
      note={
        blockedCount > 0 && (
          <Trans>
            To bring in the others as well: correct them above, or download the rows with problems, correct them, then
            import that file. Orders that exist already are left out.
          </Trans>
        )
      }
      action={
        blockedCount > 0 ? (
          <Plural value={readyCount} one="Create only the ready order" other="Create only the # ready orders" />
        ) : (
          <Plural value={readyCount} one="Create # order" other="Create # orders" />
        )
      }
      canCommit={readyCount > 0 && !props.checking}
      busy={busy}
      onOtherFile={onOtherFile}
      onBack={onBack}
      onCommit={() => onCommit(blockedCount > 0)}
    />
  );
}
