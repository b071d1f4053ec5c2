/** Which plans count for a customer, as spans: day by day the same as asking for the day. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { agentSpans, planSpans } from './earning-spans.ts';
import { type CommissionPlan, covers, overlap, plansFor } from './earnings.ts';

const DAYS = Array.from({ length: 40 }, (_, at) => new Date(Date.UTC(2026, 4, 20 + at)).toISOString().slice(0, 10));
const day = fc.nat({ max: DAYS.length - 1 });
const AGENTS = ['ann', 'ben'] as const;

const plan = fc.record({
  agentId: fc.constantFrom(...AGENTS),
  customerId: fc.constantFrom(null, 'c', 'other'),
  from: day,
  days: fc.option(fc.nat({ max: 20 })),
});

it('says for every day what is said of the day, whoever looked after the customer then', () => {
  fc.assert(
    fc.property(
      fc.array(plan, { maxLength: 8 }),
      fc.uniqueArray(day, { maxLength: 4 }),
      fc.array(fc.constantFrom(null, ...AGENTS), { minLength: 5, maxLength: 5 }),
      (given, ends, agents) => {
        const plans = given.reduce((kept: CommissionPlan[], { agentId, customerId, from, days }, at) => {
          const one: CommissionPlan = {
            id: String(at),
            agentId,
            customerId,
            basis: 'label',
            rateBp: 0,
            perLabelMinor: 10,
            currency: 'CAD',
            firstDay: DAYS[from] ?? '',
            lastDay: days === null ? null : (DAYS[Math.min(from + days, DAYS.length - 1)] ?? ''),
          };
          return kept.some((each) => overlap(each, one)) ? kept : [...kept, one];
        }, []);
        const former = ends
          .toSorted((a, b) => a - b)
          .map((end, at) => ({ agentId: agents[at] ?? null, lastDay: DAYS[end] ?? '' }));
        const spans = planSpans(plans, 'c', agentSpans(former, agents[4] ?? null));
        for (const each of DAYS) {
          const agent = former.find(({ lastDay }) => each <= lastDay)?.agentId;
          const looksAfter = agent === undefined ? (agents[4] ?? null) : agent;
          expect(
            spans
              .filter((span) => covers(span, each))
              .map((span) => span.plan.id)
              .toSorted((a, b) => (a < b ? -1 : 1)),
          ).toEqual(
            plansFor(plans, 'c', each, looksAfter)
              .map(({ id }) => id)
              .toSorted((a, b) => (a < b ? -1 : 1)),
          );
        }
      },
    ),
    { numRuns: 300 },
  );
});
