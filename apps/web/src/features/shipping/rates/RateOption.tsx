import { Popover, UnstyledButton } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconInfoCircle } from '#icons';
import type { RateDto } from '@scanship/contracts/shipping/quotes';
import { memo, useId } from 'react';
import { useFormat } from '../../../app/use-format.ts';
import { Badge, TestBadge } from '../../../ui/Badge.tsx';
import { CarrierTile } from './CarrierTile.tsx';
import { PriceLines } from './PriceLines.tsx';
import { priceFacts } from './price-facts.ts';
import type { Marks } from './rank-rates.ts';

interface Props {
  readonly rate: RateDto;
  readonly marks: Marks;
  readonly chosen: boolean;
  readonly onChoose: (id: string) => void;
}

/** Test carriers say TEST in their name; beside the badge once is enough. */
export const nameBesideBadge = (name: string, test: boolean): string =>
  test ? name.replace(/(?<!\s)\s*\(TEST\)$/, '') : name;

export const RateOption = memo(function RateOption({ rate, marks, chosen, onChoose }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const id = useId();
  const { saving, percent, surcharges } = priceFacts(rate);
  const seller = nameBesideBadge(rate.carrierName, rate.test);
  return (
    <div className="rate" data-chosen={chosen} data-testid="rate" data-carrier={rate.carrierName}>
      <label className="rate-pick" htmlFor={id}>
        <input id={id} type="radio" name="rate" checked={chosen} onChange={() => onChoose(rate.id)} />
        <CarrierTile name={rate.carriedBy?.carrierName ?? rate.carrierName} />
        <span className="grow rate-words">
          <span className="row tight">
            <span className="strong">{rate.serviceName}</span>
            {marks.cheapest === rate.id && <Badge tone="good">{t`Cheapest`}</Badge>}
            {marks.fastest === rate.id && <Badge tone="violet">{t`Fastest`}</Badge>}
            {marks.bestValue === rate.id && <Badge tone="info">{t`Best value`}</Badge>}
          </span>
          <span className="dim small">
            {rate.test && <TestBadge />} {rate.carriedBy ? t`through ${seller}` : seller}
            {rate.transitDays !== null && (
              <>
                {' · '}
                <Plural value={rate.transitDays} _0="same day" one="# day" other="# days" />
              </>
            )}
            {rate.deliverBy && <> · {t`by ${format.day(rate.deliverBy)}`}</>}
            {rate.billableGrams !== null && <> · {t`billed ${format.weight(rate.billableGrams)}`}</>}
            {surcharges && (
              <>
                {' · '}
                <Trans>{format.money(surcharges)} of surcharges</Trans>
              </>
            )}
            {saving && (
              <>
                {' · '}
                <span className="saving">
                  <Trans>
                    saves {format.money(saving)} ({percent}%)
                  </Trans>
                </span>
              </>
            )}
          </span>
          <Compared rate={rate} />
          {rate.missing?.map(({ message }) => (
            <span key={message} className="danger small" data-testid="rate-missing">
              {message}
            </span>
          ))}
        </span>
        <span className="rate-price num">
          <span className="strong">{format.money(rate.price)}</span>
          {saving && rate.retail && (
            <del className="dim small">
              <span className="sr-only">{t`Usual price`} </span>
              {format.money(rate.retail)}
            </del>
          )}
        </span>
      </label>
      {rate.priceLines.length > 0 && (
        <Popover position="left-start" width={280} withRoles={false} trapFocus returnFocus>
          <Popover.Target>
            <UnstyledButton
              className="rate-info"
              aria-label={t`What makes the price of ${rate.serviceName}`}
              aria-haspopup="dialog"
            >
              <IconInfoCircle size={17} stroke={1.7} aria-hidden />
            </UnstyledButton>
          </Popover.Target>
          <Popover.Dropdown role="dialog" aria-label={t`Price`} tabIndex={-1} data-autofocus>
            <PriceLines lines={rate.priceLines} total={rate.price} />
          </Popover.Dropdown>
        </Popover>
      )}
    </div>
  );
});

/** What a foreign price is worth, at which rate; or that nobody can say, so that it is ranked nowhere. */
function Compared({ rate: { compare, price } }: Pick<Props, 'rate'>) {
  const format = useFormat();
  if (compare && !compare.fx) return null;
  if (!compare?.fx) {
    const { currency } = price;
    return (
      <span className="dim small">
        <Trans>no exchange rate for {currency}, so not compared with the other prices</Trans>
      </span>
    );
  }
  const amount = format.money(compare);
  const at = format.rate(compare.fx.rate);
  // The whole day with its year: a rate may be an old one.
  const { day, source } = compare.fx;
  return (
    <span className="dim small">
      <Trans>
        about {amount} at {at}, {day} ({source})
      </Trans>
    </span>
  );
}
