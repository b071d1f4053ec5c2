/** Every problem by row and every change, before anything is changed. */
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ProductCheck } from '@scanship/contracts/products/product-import';
import { PRODUCT_FIELDS } from '@scanship/contracts/products/products';
import { Badge } from '../../../ui/Badge.tsx';
import { CheckedFile, useProblemsDownload } from '../../imports/frame/CheckedFile.tsx';
import { FIELD_WORDS } from '../model/words.ts';
import { problemsFile } from './product-import-api.ts';

interface Props {
  readonly importId: string;
  readonly result: ProductCheck;
  readonly busy: boolean;
  readonly onBack: () => void;
  readonly onOtherFile: () => void;
  readonly onCommit: (skipBlocked: boolean) => void;
}

export function CheckStep({ importId, result, busy, onBack, onOtherFile, onCommit }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const download = useProblemsDownload(() => problemsFile(importId), 'products-problems.csv');
  const { counts } = result;
  const todo = counts.new + counts.changed;
  const states = {
    new: t`New`,
    changed: t`Changes`,
    unchanged: t`Stays`,
    blocked: t`Has errors`,
  };
  const tones = { new: 'good', changed: 'info', unchanged: 'plain', blocked: 'bad' } as const;
  const wordOf = (field: string) => {
    const known = PRODUCT_FIELDS.find((each) => each === field);
    return known ? i18n._(FIELD_WORDS[known]) : field;
  };
  return (
    <CheckedFile
      counts={[
        {
          key: 'new',
          value: counts.new,
          words: <Plural value={counts.new} one="new product" other="new products" />,
          quiet: true,
        },
        {
          key: 'changed',
          value: counts.changed,
          words: <Plural value={counts.changed} one="product changes" other="products change" />,
          quiet: true,
        },
        {
          key: 'unchanged',
          value: counts.unchanged,
          words: <Plural value={counts.unchanged} one="row changes nothing" other="rows change nothing" />,
          quiet: true,
        },
        {
          key: 'blocked',
          value: counts.blocked,
          words: <Plural value={counts.blocked} one="row has errors" other="rows have errors" />,
          quiet: true,
        },
      ]}
      problems={result.problems}
      problemCount={result.problemCount}
      download={counts.blocked > 0 ? download : undefined}
      preview={
        result.preview.length > 0 && (
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col" className="end">
                  <Trans>Row</Trans>
                </th>
                <th scope="col">
                  <Trans>Product</Trans>
                </th>
                <th scope="col">
                  <Trans>State</Trans>
                </th>
                <th scope="col">
                  <Trans>Changes</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {result.preview.map((row) => (
                <tr key={row.row}>
                  <td className="end num">{row.row}</td>
                  <td>
                    <span className="strong">{row.sku}</span> <span className="dim">{row.title}</span>
                  </td>
                  <td>
                    <Badge tone={tones[row.state]}>{states[row.state]}</Badge>
                  </td>
                  <td>
                    {row.changes.map((change) => (
                      <div key={change.field} className="small">
                        <span className="dim">{wordOf(change.field)}</span> {change.from ?? '–'} → {change.to ?? '–'}
                      </div>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      }
      action={
        counts.blocked > 0 ? (
          <Plural value={todo} one="Import only the valid row" other="Import only the # valid rows" />
        ) : (
          <Plural value={todo} one="Import # row" other="Import # rows" />
        )
      }
      canCommit={todo > 0}
      busy={busy}
      onOtherFile={onOtherFile}
      onBack={onBack}
      onCommit={() => onCommit(counts.blocked > 0)}
    />
  );
}
