/** What becomes of the orders of a file, by what is here already. */
import { createHash } from 'node:crypto';
import type { ImportCheck } from '@scanship/contracts/orders/order-import';
import { addWarnings } from '../../../platform/file-reading/listed-problems.ts';
import { openList } from '../../../platform/file-reading/packed-list.ts';
import { groupProblems } from './problem-groups.ts';
import { duplicateProblem, type OrderHead, type ParsedImport } from './file-tasks.ts';

export type OrderState = 'ready' | 'blocked' | 'duplicate';

export interface Judged {
  readonly counts: Readonly<Record<OrderState, number>>;
  /** Keys of orders that are here already. */
  readonly used: ReadonlySet<string>;
  readonly check: ImportCheck;
  /** Equal exactly when the same orders would be created and left out. */
  readonly fingerprint: string;
}

/** @param inUse which of these number keys orders of the customer have already */
export async function judge(
  parsed: ParsedImport,
  inUse: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<Judged> {
  const counts = { ready: 0, blocked: 0, duplicate: 0 };
  const used = new Set<string>();
  const duplicates: OrderHead[] = [];
  const hash = createHash('sha256').update(parsed.fingerprint);
  for await (const heads of openList(parsed.heads)) {
    const found = await inUse(heads.map((head) => head.key));
    for (const head of heads) {
      const duplicate = found.has(head.key);
      counts[duplicate ? 'duplicate' : head.ready ? 'ready' : 'blocked'] += 1;
      if (!duplicate) continue;
      used.add(head.key);
      duplicates.push(head);
      hash.update(`${head.key}\n`);
    }
  }
  const problems = addWarnings(parsed.problems, duplicates, duplicateProblem);
  return {
    counts,
    used,
    fingerprint: hash.digest('hex'),
    check: {
      orderCount: parsed.heads.count,
      readyCount: counts.ready,
      blockedCount: counts.blocked,
      duplicateCount: counts.duplicate,
      problems: problems.listed,
      problemCount: problems.count,
      groups: [...parsed.groups.map((group) => ({ ...group })), ...groupProblems(duplicates.map(duplicateProblem))],
      preview: parsed.preview.map(({ key, ready, rows, ...order }) => ({
        ...order,
        state: used.has(key) ? 'duplicate' : ready ? 'ready' : 'blocked',
        rows: [...rows],
      })),
    },
  };
}
