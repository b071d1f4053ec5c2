/** The plan with its labels, and what may be spent at every level that sells. */
import type { ObstacleLine } from '@scanship/contracts/network/obstacles';
import { type CreditStanding, leavesNothing } from '@scanship/domain/money/credit';
import { money, toDecimal } from '@scanship/domain/money/money';
import { dayIn } from '../../platform/time-zone.ts';
import { readStandings } from '../billing/index.ts';
import { readCompany, readOverdue } from '../statements/index.ts';
import { mayBuyLabels, viewPlan } from '../subscriptions/index.ts';
import { fine, trouble, wordsOf } from './line.ts';
import type { Walk } from './subject.ts';

export async function planLines({ deps, subject, now }: Walk): Promise<ObstacleLine[]> {
  const { customerId } = subject;
  const options = { now, withTest: deps.withTest };
  return deps.db.tenant({ tenantId: customerId }, async (tx) => {
    const may = await mayBuyLabels(tx, customerId, { count: 1, test: false }, options);
    if (!may.ok)
      return [
        may.problem.code === 'plan_past_due'
          ? trouble('plan', 'fee', 'blocks', { ...wordsOf(may.problem), mend: ['customer', 'billing'] })
          : trouble('plan', 'labels', 'blocks', {
              ...wordsOf(may.problem),
              mend: ['franchise', 'customerPlan', customerId],
            }),
      ];
    const plan = await viewPlan(tx, customerId, options);
    if (!plan.ok) return [fine('plan', 'labels', 'There is no plan that limits anything.')];
    const { name, usage, standing } = plan.value;
    const lines = [
      usage.allowance === null
        ? fine('plan', 'labels', `The plan ${name} has no limit of labels.`)
        : usage.warning === 'none'
          ? fine(
              'plan',
              'labels',
              `${usage.used} of the ${usage.allowance} labels of the plan ${name} are used this month.`,
            )
          : trouble('plan', 'labels', 'warning', {
              message: `${usage.used} of the ${usage.allowance} labels of the plan ${name} are used this month.`,
              mend: ['franchise', 'customerPlan', customerId],
            }),
    ];
    if (standing.state === 'past_due')
      lines.push(
        trouble('plan', 'fee', 'warning', {
          message: `The fee of the plan ${name} is overdue. Labels can be bought until the days of grace are over.`,
          mend: ['customer', 'billing'],
        }),
      );
    return lines;
  });
}

/** Only labels of lent accounts are bought from a level above; those of an own account cost nobody here anything. */
export async function moneyLines(walk: Walk): Promise<ObstacleLine[]> {
  const { deps, subject, grants, now, seesMoney } = walk;
  const { customerId, realmId } = subject;
  const live = grants.filter(({ test }) => !test || deps.withTest);
  const verdict = live.some(({ ownerTenantId }) => ownerTenantId === customerId) ? 'warning' : 'blocks';
  const seller = await readCompany(deps.db, realmId);
  const own = await deps.db.tenant(
    { tenantId: realmId },
    async (tx) => {
      const auto = await tx
        .selectFrom('auto_top_ups')
        .select(['state', 'paused_why'])
        .where('tenant_id', '=', realmId)
        .where('buyer_id', '=', customerId)
        .executeTakeFirst();
      return {
        standing: (await readStandings(tx, realmId, [customerId])).get(customerId),
        overdue: seller && (await readOverdue(tx, realmId, dayIn(now, seller.timeZone))),
        auto,
      };
    },
    { readOnly: true },
  );
  const lines = [fundsLine(own.standing, verdict, seesMoney, customerId)];
  const late = [...(own.overdue ?? [])].flatMap(([debt, minor]) => {
    const [partyId, currency = ''] = debt.split(' ');
    return partyId === customerId ? [`${toDecimal(money(minor, currency))} ${currency}`] : [];
  });
  if (late.length > 0)
    lines.push(
      trouble('money', 'overdue', 'warning', {
        message: seesMoney ? `Invoices are overdue: ${late.join(', ')}.` : 'Invoices are overdue.',
        nextStep: 'It does not stop labels on its own.',
        mend: ['customer', 'billing'],
      }),
    );
  if (own.auto?.state === 'paused')
    lines.push(
      trouble('money', 'top-up', 'warning', {
        message: `The automatic top-up is paused. ${own.auto.paused_why ?? ''}`.trim(),
        nextStep: 'Choose another card and switch it on again.',
        mend: ['customer', 'billing'],
      }),
    );
  return [...lines, ...(await aboveLines(walk, verdict))];
}

function fundsLine(
  standing: CreditStanding | undefined,
  verdict: 'warning' | 'blocks',
  seesMoney: boolean,
  customerId: string,
): ObstacleLine {
  if (standing === undefined || standing.kind === 'unlimited')
    return fine('money', 'funds', 'Labels are billed later without a limit.');
  const limit = `${toDecimal(standing.limit)} ${standing.limit.currency}`;
  if (!leavesNothing(standing))
    return standing.kind === 'limited' && seesMoney
      ? fine(
          'money',
          'funds',
          `${toDecimal(standing.available)} ${standing.available.currency} can still be spent; the limit is ${limit}.`,
        )
      : fine('money', 'funds', 'The limit leaves something to spend.');
  const prepaid = standing.limit.minor === 0;
  const nextStep = prepaid
    ? 'Top up under Billing, or allow some credit.'
    : 'Pay under Billing, or raise the credit limit.';
  if (standing.kind === 'no-rate')
    return trouble('money', 'funds', verdict, {
      message: `The limit is in ${standing.limit.currency}, and there is no exchange rate for what is owed in ${standing.currency}.`,
      nextStep: 'The franchise enters the rate under Money.',
      mend: ['franchise', 'customerCredit', customerId],
    });
  return trouble('money', 'funds', verdict, {
    message: prepaid
      ? 'This account is prepaid, and nothing is left on it.'
      : seesMoney
        ? `The credit limit of ${limit} is used up.`
        : 'The credit limit is used up.',
    nextStep,
    mend: ['franchise', 'customerCredit', customerId],
  });
}

/** The franchise buys labels of the operator's accounts, and may have a limit there. Its own matter: no amounts. */
async function aboveLines({ deps, subject, grants }: Walk, verdict: 'warning' | 'blocks'): Promise<ObstacleLine[]> {
  const { customerId, realmId } = subject;
  const sellers = new Set(
    grants.map(({ ownerTenantId }) => ownerTenantId).filter((owner) => owner !== customerId && owner !== realmId),
  );
  const lines: ObstacleLine[] = [];
  for (const sellerId of sellers) {
    const standing = await deps.db.tenant(
      { tenantId: sellerId },
      async (tx) => (await readStandings(tx, sellerId, [realmId])).get(realmId),
      { readOnly: true },
    );
    if (standing && leavesNothing(standing))
      lines.push(
        trouble('money', 'franchise-funds', verdict, {
          message:
            'The franchise cannot buy labels of the operator’s accounts at the moment: its own limit is used up.',
          mend: ['operator', 'franchise', realmId],
        }),
      );
  }
  return lines;
}
