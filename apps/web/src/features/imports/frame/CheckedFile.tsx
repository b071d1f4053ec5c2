import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload } from '#icons';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { saveBlob } from '../../../lib/download.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';

/** Downloads the rows that could not be taken, as a file that can be mended. */
export function useProblemsDownload(
  fetchFile: () => Promise<{ readonly blob: Blob; readonly fileName: string | undefined }>,
  fallbackName: string,
) {
  return useMutation({
    mutationFn: fetchFile,
    onSuccess: ({ blob, fileName }) => saveBlob(blob, fileName ?? fallbackName),
    onError: (error) => notify.error(error),
  });
}

interface Count {
  readonly key: string;
  readonly value: number;
  readonly words: ReactNode;
  /** Shown with less weight while there is none. */
  readonly quiet?: boolean;
}

export interface FileProblem {
  readonly row: number;
  readonly column?: string | null | undefined;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

interface Props {
  readonly counts: readonly Count[];
  readonly problems: readonly FileProblem[];
  readonly problemCount: number;
  /** Absent: there is nothing to download. */
  readonly download: ReturnType<typeof useProblemsDownload> | undefined;
  /** Equal problems together; the rows are then one press away. */
  readonly grouped?: ReactNode;
  /** The table of what would happen; absent while nothing would. */
  readonly preview: ReactNode;
  readonly note?: ReactNode;
  /** What the last press does, with its number. */
  readonly action: ReactNode;
  readonly canCommit: boolean;
  readonly busy: boolean;
  readonly onOtherFile: () => void;
  readonly onBack: () => void;
  readonly onCommit: () => void;
}

/** Every problem by row and what would happen, before anything does. */
export function CheckedFile(props: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const { counts, problems, problemCount, download } = props;
  return (
    <div className="stack wide">
      <ul className="counts" aria-label={t`Result of the check`}>
        {counts.map(({ key, value, words, quiet }) => (
          <li key={key} data-quiet={quiet === undefined ? undefined : quiet && value === 0}>
            <span className="count-number num">{format.number(value)}</span> {words}
          </li>
        ))}
      </ul>
      {problemCount > 0 && (
        <section className="card">
          <div className="card-head">
            <h2 className="grow">
              <Trans>Problems</Trans> <span className="dim">{format.number(problemCount)}</span>
            </h2>
            {download && (
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
          {props.grouped}
          <RowByRow closed={props.grouped !== undefined}>
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
                  {problems.map((problem, i) => (
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
          </RowByRow>
          {problems.length < problemCount && (
            <p className="card-body dim small">
              <Trans>Only the first {format.number(problems.length)} are listed; the download has all of them.</Trans>
            </p>
          )}
        </section>
      )}
      {props.preview && (
        <section className="card">
          <div className="card-head">
            <h2>
              <Trans>Preview</Trans>
            </h2>
          </div>
          <TableWrap label={t`Preview`} className="scroll-y">
            {props.preview}
          </TableWrap>
        </section>
      )}
      {props.note && <p className="dim small">{props.note}</p>}
      <div className="row end">
        <Button variant="default" onClick={props.onOtherFile}>
          <Trans>Another file</Trans>
        </Button>
        <Button variant="default" onClick={props.onBack}>
          <Trans>Back to the columns</Trans>
        </Button>
        <Button loading={props.busy} disabled={!props.canCommit} onClick={props.onCommit}>
          {props.action}
        </Button>
      </div>
    </div>
  );
}

function RowByRow({ closed, children }: { readonly closed: boolean; readonly children: ReactNode }) {
  if (!closed) return children;
  return (
    <details className="row-by-row">
      <summary className="small">
        <Trans>Row by row</Trans>
      </summary>
      {children}
    </details>
  );
}
