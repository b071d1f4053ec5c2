import { Trans, useLingui } from '@lingui/react/macro';
import type { MarkupRuleInput } from '@scanship/contracts/money/markups';
import { LABEL_COMPARED, type RuleDifference } from '@scanship/domain/pricing/markup-difference';
import { useFormat } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { useRuleWords } from './rule-words.ts';

interface Props {
  readonly rows: readonly RuleDifference<MarkupRuleInput>[];
  readonly currency: string;
}

const TONES = { added: 'good', removed: 'bad', changed: 'info', moved: 'plain' } as const;

/** Rules before and after, the biggest changes first. */
export function DifferenceTable({ rows, currency }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const words = useRuleWords(currency);
  const show = (minor: number): string => format.money({ minor, currency });
  const kinds = {
    added: t`New`,
    removed: t({ message: 'Removed', context: 'rule' }),
    changed: t`Changed`,
    moved: t`Other place`,
  };
  return (
    <TableWrap label={t`Changed rules`}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">
              <Trans context="table column">Change</Trans>
            </th>
            <th scope="col">
              <Trans context="markups">Active</Trans>
            </th>
            <th scope="col">
              <Trans>Draft</Trans>
            </th>
            <th scope="col" className="end">
              <Trans>Label of {show(LABEL_COMPARED)}</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are made anew with each change and hold no state
            <tr key={index} data-testid="markup-change">
              <th scope="row">
                <Badge tone={TONES[row.kind]}>{kinds[row.kind]}</Badge>
              </th>
              <td>{row.before ? words(row.before) : '–'}</td>
              <td>{row.after ? words(row.after) : '–'}</td>
              <td className="end num">{`${row.byMinor > 0 ? '+' : ''}${show(row.byMinor)}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableWrap>
  );
}
