/** What the demo's franchises ask for their plans; set once, before the first customer, and left to whoever changes it. */
import { changePlanOffer, readPlans } from '../modules/subscriptions/index.ts';
import type { Services } from '../platform/services.ts';

const DAYS = 24 * 3_600_000;

const OFFERS = [
  {
    code: 'Basic',
    features: ['Orders from your stores', 'Rates of all your carriers compared'],
    labels: 100,
    monthlyPriceMinor: 1_900,
    yearlyPriceMinor: 19_000,
    overagePriceMinor: 15,
    trialDays: 14,
  },
  {
    code: 'Standard',
    features: ['Everything in Basic', 'Automation rules and batch labels'],
    labels: 1_000,
    monthlyPriceMinor: 4_900,
    yearlyPriceMinor: 49_000,
    overagePriceMinor: 10,
    trialDays: 14,
  },
  {
    code: 'Advanced',
    features: ['Everything in Standard', 'Scan & Ship, also offline'],
    labels: null,
    monthlyPriceMinor: 9_900,
    yearlyPriceMinor: 99_000,
    overagePriceMinor: null,
    trialDays: 30,
  },
] as const;

export async function seedPlans({ db }: Pick<Services, 'db'>, franchiseId: string): Promise<void> {
  const plans = await readPlans({ db }, franchiseId, 'CAD');
  for (const { code, features, labels, ...prices } of OFFERS) {
    const plan = plans.find((each) => each.code === code);
    if (plan?.version !== 1 || plan.customers > 0) continue;
    await changePlanOffer(
      { db },
      franchiseId,
      code,
      {
        name: plan.name,
        features: [...features],
        limits: { users: null, stores: null, labelsPerMonth: labels },
        ...prices,
        version: plan.version,
      },
      null,
    );
  }
}

/** When a demo customer's plan began: those who have been there for long have paid a fee already. */
export const planSince = ({ clock }: Pick<Services, 'clock'>, days: number | undefined): Date =>
  new Date(clock.now().getTime() - (days ?? 0) * DAYS);
