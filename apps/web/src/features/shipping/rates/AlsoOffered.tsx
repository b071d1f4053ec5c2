/** The same service at another price: chosen like any rate, shown in one line beneath the cheapest. */
import { Trans } from '@lingui/react/macro';
import type { RateDto } from '@scanship/contracts/shipping/quotes';
import { useId } from 'react';
import { useFormat } from '../../../app/use-format.ts';

interface Props {
  readonly rate: RateDto;
  readonly chosen: boolean;
  readonly onChoose: (id: string) => void;
}

export function AlsoOffered({ rate, chosen, onChoose }: Props) {
  const format = useFormat();
  const id = useId();
  const price = format.money(rate.price);
  return (
    <label
      className="rate-also small"
      htmlFor={id}
      data-chosen={chosen}
      data-testid="also-offered"
      data-carrier={rate.carrierName}
    >
      <input id={id} type="radio" name="rate" checked={chosen} onChange={() => onChoose(rate.id)} />
      <span className="num">
        {rate.carriedBy ? (
          <Trans>
            also offered at {price} through {rate.carrierName}
          </Trans>
        ) : (
          <Trans>
            also offered at {price} by {rate.carrierName} directly
          </Trans>
        )}
      </span>
    </label>
  );
}
