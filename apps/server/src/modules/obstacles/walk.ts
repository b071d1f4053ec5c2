/** The walk: every part asked at once, its lines in one order, the gravest verdict first said. */
import { OBSTACLE_AREAS, type ObstacleLine, type Obstacles, VERDICTS } from '@scanship/contracts/network/obstacles';
import { carrierLines } from './carriers.ts';
import { companyLines } from './company.ts';
import { exceptionLines, printingLines } from './desk.ts';
import { moneyLines, planLines } from './money.ts';
import { orderLines } from './orders.ts';
import { peopleLines } from './people.ts';
import { addressLines, packageLines, serviceLines, storeLines } from './setup.ts';
import type { Subject, Walk, WalkDeps } from './subject.ts';

const PARTS: readonly ((walk: Walk) => Promise<ObstacleLine[]>)[] = [
  companyLines,
  planLines,
  moneyLines,
  peopleLines,
  carrierLines,
  addressLines,
  packageLines,
  storeLines,
  serviceLines,
  orderLines,
  printingLines,
  exceptionLines,
];

/** So many parts at once, so that one page does not take all connections of a process. */
const AT_ONCE = 3;

export async function walkThrough(deps: WalkDeps, subject: Subject, seesMoney: boolean): Promise<Obstacles> {
  const now = deps.clock.now();
  const grants = await deps.carriers.grants.open({ tenantId: subject.customerId });
  const walk: Walk = { deps, subject, now, grants, seesMoney };
  const lines: ObstacleLine[] = [];
  const waiting = [...PARTS];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let part = waiting.shift(); part; part = waiting.shift()) lines.push(...(await part(walk)));
    }),
  );
  const place = ({ area }: ObstacleLine): number => OBSTACLE_AREAS.indexOf(area);
  const grave = ({ verdict }: Pick<ObstacleLine, 'verdict'>): number => VERDICTS.indexOf(verdict);
  return {
    customer: {
      id: subject.customerId,
      name: subject.name,
      franchiseId: subject.realmId,
      franchiseName: subject.realmName,
    },
    asOf: now.toISOString(),
    verdict: VERDICTS[Math.max(0, ...lines.map(grave))] ?? 'fine',
    lines: lines.toSorted((a, b) => place(a) - place(b)),
  };
}
