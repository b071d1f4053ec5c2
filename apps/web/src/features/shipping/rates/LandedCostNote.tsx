/** Duties and taxes of one rate, asked of its carrier when somebody wants to know. */
import { Button } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { landedCost } from '@scanship/contracts/shipping/quotes';
import { api } from '../../../app/api.ts';
import { useFormat } from '../../../app/use-format.ts';
import { ErrorState } from '../../../ui/states.tsx';

export default function LandedCostNote({ quoteId, rateId }: { readonly quoteId: string; readonly rateId: string }) {
  const format = useFormat();
  const ask = useMutation({ mutationFn: () => api.call(landedCost, { body: { quoteId, rateId } }) });
  const answer = ask.data?.data;
  if (ask.isError) return <ErrorState compact error={ask.error} onRetry={() => ask.mutate()} />;
  if (!answer)
    return (
      <Button size="compact-sm" variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
        <Trans>Estimate duties and taxes</Trans>
      </Button>
    );
  return (
    <div className="notice" role="status" data-testid="landed-cost">
      <div className="grow stack tight">
        <div className="row between">
          <span className="strong">
            <Trans>Duties and taxes, as {answer.carrierName} estimates them</Trans>
          </span>
          <span className="num strong">{format.money(answer.total)}</span>
        </div>
        {answer.lines.map((line) => (
          <div key={`${line.kind} ${line.label}`} className="row between small">
            <span>{line.label}</span>
            <span className="num">{format.money(line.amount)}</span>
          </div>
        ))}
        {answer.problems.map((problem) => (
          <p key={problem} className="dim small">
            {problem}
          </p>
        ))}
      </div>
    </div>
  );
}
