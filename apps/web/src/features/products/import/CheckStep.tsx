/** Every problem by row and every change, before anything is changed. */
import { Button } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ProductCheck } from '@scanship/contracts/product-import';
import { PRODUCT_FIELDS } from '@scanship/contracts/products';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { saveBlob } from '../../../lib/download.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
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
  const format = useFormat();
  const download = useMutation({
    mutationFn: () => problemsFile(importId),
    onSuccess: ({ blob, fileName }) => saveBlob(blob, fileName ?? 'products-problems.csv'),
    onError: (error) => notify.error(error),
  });
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
    <div className="stack wide">
      <ul className="counts" aria-label={t`Result of the check`}>
        <li data-quiet={counts.new === 0}>
          <span className="count-number num">{format.number(counts.new)}</span>{' '}
          <Plural value={counts.new} one="new product" other="new products" />
        </li>
        <li data-quiet={counts.changed === 0}>
          <span className="count-number num">{format.number(counts.changed)}</span>{' '}
          <Plural value={counts.changed} one="product changes" other="products change" />
        </li>
        <li data-quiet={counts.unchanged === 0}>
          <span className="count-number num">{format.number(counts.unchanged)}</span>{' '}
          <Plural value={counts.unchanged} one="row changes nothing" other="rows change nothing" />
        </li>
        <li data-quiet={counts.blocked === 0}>
          <span className="count-number num">{format.number(counts.blocked)}</span>{' '}
          <Plural value={counts.blocked} one="row has errors" other="rows have errors" />
        </li>
      </ul>
      {result.problemCount > 0 && (
        <section className="card">
          <div className="card-head">
            <h2 className="grow">
              <Trans>Problems</Trans> <span className="dim">{format.number(result.problemCount)}</span>
            </h2>
            {counts.blocked > 0 && (
              <Button
                variant="default"
                size="compact-md"
                leftSection={<IconDownload size={15} aria-hidden />}
                loading={download.isPending}
                onClick={() => download.mutate()}
              >
                <Trans>Download these rows</Trans>
              </Button>
            )}
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
          </TableWrap>
        </section>
      )}
      <div className="row end">
        <Button variant="default" onClick={onOtherFile}>
          <Trans>Another file</Trans>
        </Button>
        <Button variant="default" onClick={onBack}>
          <Trans>Back to the columns</Trans>
        </Button>
        <Button loading={busy} disabled={todo === 0} onClick={() => onCommit(counts.blocked > 0)}>
          {counts.blocked > 0 ? (
            <Plural value={todo} one="Take over only the good row" other="Take over only the # good rows" />
          ) : (
            <Plural value={todo} one="Take over # row" other="Take over # rows" />
          )}
        </Button>
      </div>
    </div>
  );
}
