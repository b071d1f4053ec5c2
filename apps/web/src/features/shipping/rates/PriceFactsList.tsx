/** Everything about one price: its lines, what it is worth at home, what is saved, and what has to be known before it is bought. */
import { Trans } from '@lingui/react/macro';
import type { RateDto } from '@scanship/contracts/shipping/quotes';
import { useFormat } from '../../../app/use-format.ts';
import { PriceLines } from './PriceLines.tsx';
import { priceFacts } from './price-facts.ts';

interface Props {
  readonly rate: RateDto;
  readonly onTime: number | undefined;
}

export function PriceFactsList({ rate, onTime }: Props) {
  const format = useFormat();
  const { saving, percent, surcharges } = priceFacts(rate);
  const { compare, price, retail, billableGrams, margin } = rate;
  return (
    <div className="stack tight small">
      <span className="strong">{rate.serviceName}</span>
      {rate.priceLines.length > 0 && <PriceLines lines={rate.priceLines} total={price} />}
      {billableGrams !== null && (
        <span>
          <Trans>Billed for {format.weight(billableGrams)}.</Trans>
        </span>
      )}
      {surcharges && (
        <span>
          <Trans>Includes {format.money(surcharges)} of surcharges.</Trans>
        </span>
      )}
      {saving && retail && (
        <span className="saving">
          <Trans>
            {format.money(saving)} ({percent}%) below the usual price of {format.money(retail)}.
          </Trans>
        </span>
      )}
      {margin && (
        <span data-testid="rate-margin">
          <Trans>Your margin before taxes: {format.money(margin)}.</Trans>
        </span>
      )}
      {compare?.fx && (
        <span>
          {/* The whole day with its year: a rate may be an old one. */}
          <Trans>
            About {format.money(compare)} at {format.rate(compare.fx.rate)}, {compare.fx.day} ({compare.fx.source}).
          </Trans>
        </span>
      )}
      {!compare && (
        <span>
          <Trans>No exchange rate for {price.currency}, so not compared with the other prices.</Trans>
        </span>
      )}
      {onTime !== undefined && (
        <span>
          <Trans>
            {Math.round(onTime * 100)}% of your shipments with {rate.carrierName} arrived on the promised day.
          </Trans>
        </span>
      )}
      {rate.remarks?.map((remark) => (
        <span key={remark} data-testid="rate-remark">
          {remark}
        </span>
      ))}
      {rate.missing?.map(({ message }) => (
        <span key={message} className="danger">
          {message}
        </span>
      ))}
    </div>
  );
}
