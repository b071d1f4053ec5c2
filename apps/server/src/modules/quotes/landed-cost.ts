/** What the destination takes on top of a quoted rate: asked of the rate's carrier, without the price of the transport. */
import type { landedCost } from '@scanship/contracts/shipping/quotes';
import { ConnectorError } from '@scanship/connector-kit/errors';
import { runLandedCost } from '@scanship/connector-kit/steps/run-question';
import { sum } from '@scanship/domain/money/money';
import type { PriceLine } from '@scanship/domain/shipping/shipment';
import type * as z from 'zod/mini';
import { problem, type Outcome } from '../../platform/problem.ts';
import type { GrantOpener } from '../carriers/index.ts';
import type { LoadedRate } from './load-rate.ts';
import { problemWords } from './problem-words.ts';

type LandedCostDto = z.infer<typeof landedCost.data>;
type DutyLine = LandedCostDto['lines'][number];

/** Transport is what the account's owner pays: of a lent account nobody below may see it, and it has its own price here. */
const shown = (lines: readonly PriceLine[]): DutyLine[] =>
  lines.flatMap(({ kind, label, amount }) =>
    kind === 'duty' || kind === 'tax' || kind === 'surcharge' ? [{ kind, label, amount }] : [],
  );

/** Problems: `no_carrier` when the account is gone, `validation` for what cannot be asked, `carrier_unavailable`, `carrier_refused`. */
export async function askLandedCost(
  grants: GrantOpener,
  tenantId: string,
  rate: LoadedRate,
): Promise<Outcome<LandedCostDto>> {
  const [grant] = await grants.open({ tenantId }, { only: [rate.grantId] });
  if (!grant) return problem('no_carrier');
  if (!rate.request.customs)
    return problem('validation', {
      errors: [{ field: 'rateId', message: 'Inside a country there are no duties to estimate.' }],
    });
  try {
    const env = await grant.environment({ kind: 'quote', id: rate.quoteId });
    const input = { shipment: rate.request, service: rate.service };
    const answer = await runLandedCost(await grant.load(), input, env);
    grant.note(answer.ok ? undefined : answer.problem);
    if (!answer.ok) return asProblem(grant.carrierName, answer.problem);
    const lines = shown(answer.value.lines);
    return {
      ok: true,
      value: {
        carrierName: grant.carrierName,
        lines,
        total: sum(
          lines.map(({ amount }) => amount),
          answer.value.total.currency,
        ),
        items: (answer.value.items ?? []).map((item) => ({
          description: item.description,
          hsCode: item.hsCode ?? null,
          lines: shown(item.lines),
        })),
        problems: [...answer.value.problems],
      },
    };
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    return asProblem(grant.carrierName, error.problem);
  }
}

function asProblem(carrierName: string, said: ConnectorError['problem']): Outcome<never> {
  const { message, canRetry } = problemWords(carrierName, said);
  return problem(canRetry ? 'carrier_unavailable' : 'carrier_refused', {
    message,
    advice: canRetry ? 'Try again in a moment.' : '',
  });
}
