/** Problems of a file by their kind: forty equal ones are one line with their count, their rows and the cells they come from. Pure. */
import type { ProblemGroup, RowProblem } from '@scanship/contracts/orders/order-import';

const MOST_GROUPS = 100;
const MOST_ROWS = 200;
const MOST_VALUES = 30;
const MOST_CHARACTERS = 500;

/** The sentence without what differs from row to row: what it quotes, and numbers. */
const shapeOf = (message: string): string => message.replace(/"[^"]*"/g, '""').replace(/\d+/g, '0');

interface Gathered {
  readonly first: RowProblem;
  count: number;
  readonly rows: number[];
  readonly values: Map<string, number>;
}

/**
 * @param problems by row
 * @returns errors before warnings, the most frequent first; values of cells likewise
 */
export function groupProblems(problems: readonly RowProblem[]): ProblemGroup[] {
  const groups = new Map<string, Gathered>();
  for (const problem of problems) {
    const key = JSON.stringify([problem.severity, problem.field, shapeOf(problem.message)]);
    const known = groups.get(key) ?? { first: problem, count: 0, rows: [], values: new Map<string, number>() };
    known.count += 1;
    if (known.rows.length < MOST_ROWS) known.rows.push(problem.row);
    if (problem.value !== undefined) known.values.set(problem.value, (known.values.get(problem.value) ?? 0) + 1);
    groups.set(key, known);
  }
  const rank = { error: 0, warning: 1 } as const;
  return [...groups.values()]
    .toSorted((a, b) => rank[a.first.severity] - rank[b.first.severity] || b.count - a.count)
    .slice(0, MOST_GROUPS)
    .map(({ first, count, rows, values }) => ({
      field: first.field,
      column: first.column,
      severity: first.severity,
      message: first.message.slice(0, MOST_CHARACTERS),
      count,
      rows,
      values: [...values]
        .toSorted((a, b) => b[1] - a[1])
        .slice(0, MOST_VALUES)
        .map(([value, times]) => ({ value, count: times })),
      moreValues: values.size > MOST_VALUES,
    }));
}
