/** One rate in one line of the table; everything else about its price stands behind the info button. */
import { Popover, UnstyledButton } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconInfoCircle, IconRoute, IconShieldCheck } from '#icons';
import type { RateDto } from '@scanship/contracts/shipping/quotes';
import { money } from '@scanship/domain/money/money';
import { memo, type ReactNode } from 'react';
import { useFormat } from '../../../app/use-format.ts';
import { TestBadge } from '../../../ui/Badge.tsx';
import { CarrierTile } from './CarrierTile.tsx';
import { PriceFactsList } from './PriceFactsList.tsx';
import { nameBesideBadge } from './price-facts.ts';
import { carrierOf, missingAtCarrier } from './rank-rates.ts';

interface Props {
  readonly rate: RateDto;
  /** Of the radio button. */
  readonly id: string;
  readonly group: string;
  readonly chosen: boolean;
  /** The price of the chosen rate in the customer's currency, in minor units; undefined where it cannot be compared. */
  readonly against: number | undefined;
  /** YYYY-MM-DD. */
  readonly arrives: string | undefined;
  readonly marks: string;
  /** It is the same service as the row above, at another price. */
  readonly also: boolean;
  /** Missing facts that stand above the table already. */
  readonly said: readonly string[];
  /** Share of the carrier's shipments that kept their day, 0 to 1. */
  readonly onTime: number | undefined;
  readonly more: ReactNode;
  readonly onChoose: (id: string) => void;
}

export const RateRow = memo(function RateRow(props: Props) {
  const { rate, id, group, chosen, against, arrives, marks, also, said, onTime, more, onChoose } = props;
  const { t } = useLingui();
  const format = useFormat();
  const seller = nameBesideBadge(rate.carrierName, rate.test);
  const sold = rate.carriedBy ? t`through ${seller}` : also ? t`by ${seller} directly` : seller;
  const onSaturday = rate.saturdayDelivery === true ? t`Saturday delivery` : '';
  const lacks = [
    ...(rate.tracked === false ? [t`not tracked`] : []),
    ...(rate.insured === false ? [t`not insured`] : []),
    ...missingAtCarrier(rate).filter((message) => !said.includes(message)),
  ];
  return (
    <tr
      className={also ? 'rate-also' : undefined}
      data-chosen={chosen}
      data-testid={also ? 'also-offered' : 'rate'}
      data-carrier={rate.carrierName}
    >
      <th scope="row" className="rate-service">
        <div className="rate-pick">
          <input
            id={id}
            type="radio"
            name={group}
            value={rate.id}
            checked={chosen}
            aria-describedby={`${id}-sold ${id}-price ${id}-day`}
            onChange={() => onChoose(rate.id)}
          />
          {!also && <CarrierTile name={carrierOf(rate)} id={rate.carriedBy?.carrier ?? rate.carrier} size={24} />}
          <div className="grow">
            <label htmlFor={id} title={rate.serviceName}>
              {rate.serviceName}
            </label>
            <div className="rate-line">
              <span
                className="rate-words"
                id={`${id}-sold`}
                title={[marks, onSaturday, sold, ...lacks, ...(rate.remarks ?? [])].filter(Boolean).join(' · ')}
              >
                {marks !== '' && <span className="rate-marks">{marks}</span>}
                {onSaturday !== '' && (
                  <span className="rate-marks" data-testid="rate-saturday">
                    {onSaturday}
                  </span>
                )}
                {lacks.length > 0 && (
                  <span className="danger" data-testid="rate-missing">
                    {lacks.join(' · ')}
                  </span>
                )}
                {rate.remarks?.map((remark) => (
                  <span key={remark}>{remark}</span>
                ))}
                <span>
                  {rate.test && <TestBadge />}
                  {sold}
                </span>
              </span>
              {more}
            </div>
          </div>
        </div>
      </th>
      <td className="rate-day">
        <span id={`${id}-day`}>
          {rate.transitDays !== null && <Plural value={rate.transitDays} _0="same day" one="# day" other="# days" />}
          {rate.tracked === true && <Cover label={t`Tracked`} icon={<IconRoute size={14} aria-hidden />} />}
          {rate.insured === true && <Cover label={t`Insured`} icon={<IconShieldCheck size={14} aria-hidden />} />}
        </span>
        {arrives && (
          <span
            className="dim"
            title={rate.deliverBy ? undefined : t`Counted from the days; the carrier promises no date.`}
          >
            {!rate.deliverBy && (
              <>
                <span aria-hidden>≈ </span>
                <span className="sr-only">{t`about`} </span>
              </>
            )}
            {format.day(arrives)}
          </span>
        )}
      </td>
      <td className="rate-price num" id={`${id}-price`}>
        <span className="strong">{format.money(rate.price)}</span>
        <span className="dim">
          <Difference rate={rate} chosen={chosen} against={against} />
        </span>
      </td>
      <td className="rate-more-facts">
        <RateInfo rate={rate} onTime={onTime} />
      </td>
    </tr>
  );
});

/** Drawn anew only with its rate: most of a row's work is its popover. */
const RateInfo = memo(function RateInfo({ rate, onTime }: Pick<Props, 'rate' | 'onTime'>) {
  const { t } = useLingui();
  return (
    <Popover position="left-start" width={300} withRoles={false} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className="rate-info"
          aria-label={t`What makes the price of ${rate.serviceName}`}
          aria-haspopup="dialog"
        >
          <IconInfoCircle size={16} stroke={1.7} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t`Price`} tabIndex={-1} data-autofocus>
        <PriceFactsList rate={rate} onTime={onTime} />
      </Popover.Dropdown>
    </Popover>
  );
});

const Cover = ({ label, icon }: { readonly label: string; readonly icon: ReactNode }) => (
  <span role="img" aria-label={label} title={label}>
    {icon}
  </span>
);

/** How much dearer or cheaper than the chosen rate; for a foreign price what it is worth instead. */
function Difference({ rate, chosen, against }: Pick<Props, 'rate' | 'chosen' | 'against'>) {
  const format = useFormat();
  const { compare } = rate;
  if (!compare) return <Trans>not compared</Trans>;
  if (compare.fx) return <Trans>worth about {format.money(compare)}</Trans>;
  if (chosen || against === undefined || compare.minor === against) return null;
  const off = compare.minor - against;
  const amount = format.money(money(Math.abs(off), compare.currency));
  return <>{off > 0 ? `+${amount}` : `−${amount}`}</>;
}
