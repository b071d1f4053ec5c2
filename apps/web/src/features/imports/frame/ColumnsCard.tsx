import { NativeSelect } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle } from '#icons';
import type { ReactNode } from 'react';
import { Badge } from '../../../ui/Badge.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';

export interface FileFacts {
  readonly rowCount: number;
  readonly sheetName?: string | null | undefined;
  /** The columns mean what they meant the last time. */
  readonly remembered: boolean;
  readonly warnings: readonly string[];
  readonly headers: readonly string[];
  readonly sample: readonly (readonly (string | null | undefined)[])[];
}

/** The first values of a column, as one text; empty where there are none. */
export const samplesOf = ({ sample }: FileFacts, column: number): string =>
  sample
    .map((row) => row[column]?.trim())
    .filter((text) => text)
    .slice(0, 3)
    .join(' · ');

interface Props {
  readonly file: FileFacts;
  readonly fields: readonly { readonly value: string; readonly label: string }[];
  /** Field of a column; undefined where it is left out. */
  readonly fieldOf: (column: number) => string | undefined;
  readonly onField: (column: number, field: string) => void;
  /** Between what the file is and its columns. */
  readonly children?: ReactNode;
}

/** Each column of the file with its first values, and what it means. */
export function ColumnsCard({ file, fields, fieldOf, onField, children }: Props) {
  const { t } = useLingui();
  return (
    <>
      <div className="row">
        <Badge outline>
          <Plural value={file.rowCount} one="# row" other="# rows" />
        </Badge>
        {file.sheetName && <Badge outline>{t`Sheet ${file.sheetName}`}</Badge>}
        {file.remembered && <Badge tone="info">{t`Columns as last time`}</Badge>}
      </div>
      {file.warnings.map((warning) => (
        <div key={warning} className="notice" data-tone="warn">
          <IconAlertTriangle size={16} aria-hidden />
          <div>{warning}</div>
        </div>
      ))}
      {children}
      <section className="card">
        <TableWrap label={t`Columns`}>
          <table className="plain-table map-table">
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Column of the file</Trans>
                </th>
                <th scope="col">
                  <Trans>First values</Trans>
                </th>
                <th scope="col">
                  <Trans>Means</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {file.headers.map((header, column) => (
                <tr key={`${column}-${header}`}>
                  <th scope="row">{header || <Trans>Column {column + 1}</Trans>}</th>
                  <td className="dim map-sample">{samplesOf(file, column) || '–'}</td>
                  <td>
                    <NativeSelect
                      aria-label={t`Meaning of ${header || String(column + 1)}`}
                      value={fieldOf(column) ?? ''}
                      data={[{ value: '', label: t`Leave out` }, ...fields]}
                      onChange={(event) => onField(column, event.currentTarget.value)}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableWrap>
      </section>
    </>
  );
}
