/** Problems of a file as a preview lists them: the first of each kind, and the count of all. */
import type { RowProblem } from '@scanship/contracts/orders/order-import';

const LISTED = 1_000;
/** Sentences quote cells, and a cell may be long. */
const MOST_CHARACTERS = 500;

export interface ListedProblems {
  /** Errors before warnings, each by row, since a list that is cut must not hide what blocks. */
  readonly listed: RowProblem[];
  readonly count: number;
}

const short = (message: string): string =>
  message.length <= MOST_CHARACTERS ? message : `${message.slice(0, MOST_CHARACTERS - 1)}…`;

/** @param problems by row */
export function listProblems(problems: readonly RowProblem[]): ListedProblems {
  const of = (severity: RowProblem['severity']) => problems.filter((each) => each.severity === severity);
  return {
    listed: [...of('error'), ...of('warning')]
      .slice(0, LISTED)
      .map((each) => ({ ...each, message: short(each.message) })),
    count: problems.length,
  };
}

/** The list with a warning for each of these rows, put in by row. */
export function addWarnings<T extends { readonly row: number }>(
  { listed, count }: ListedProblems,
  rows: readonly T[],
  sentence: (row: T) => RowProblem,
): ListedProblems {
  const first = rows.toSorted((a, b) => a.row - b.row).slice(0, LISTED);
  const warnings = [...listed.filter(({ severity }) => severity === 'warning'), ...first.map(sentence)];
  return {
    listed: [
      ...listed.filter(({ severity }) => severity === 'error'),
      ...warnings.toSorted((a, b) => a.row - b.row),
    ].slice(0, LISTED),
    count: count + rows.length,
  };
}
