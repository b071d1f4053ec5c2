import { Button } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle } from '#icons';
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import { useFormat } from '../../app/use-format.ts';
import { type Fact, type FactDrafts, factText, keepMine, partsOf, takeTheirs } from './item-facts.ts';

interface Props {
  readonly order: OrderDetail;
  readonly drafts: FactDrafts;
  readonly places: readonly string[];
  readonly onDecide: (next: FactDrafts) => void;
}

/** Fields that somebody else saved meanwhile: both values, and one press for either. */
export function FactConflicts({ order, drafts, places, onDecide }: Props) {
  const { t } = useLingui();
  const { weightUnit } = useFormat();
  if (places.length === 0) return null;
  const names: Readonly<Record<Fact, string>> = {
    weightGrams: t`Unit weight`,
    hsCode: t`HS code`,
    originCountry: t`Made in (country code)`,
    customsDescription: t`Description for customs`,
    unitValueMinor: t`Declared unit value`,
  };
  return (
    <div className="notice" data-tone="warn" role="alert">
      <IconAlertTriangle size={16} aria-hidden />
      <div className="grow stack tight">
        <div className="strong">
          <Plural
            value={places.length}
            one="Somebody else changed a value that you are changing"
            other="Somebody else changed # values that you are changing"
          />
        </div>
        <table className="compare">
          <thead>
            <tr>
              <th scope="col">{t`Field`}</th>
              <th scope="col">
                <Trans>Saved now</Trans>
              </th>
              <th scope="col">
                <Trans>Typed by you</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {places.map((place) => {
              const [line, fact] = partsOf(place);
              const item = order.items.find((each) => each.line === line);
              if (!item) return null;
              return (
                <tr key={place}>
                  <th scope="row">
                    {item.title}: {names[fact]}
                  </th>
                  <td>
                    <div>{factText(item, fact, weightUnit) || '–'}</div>
                    <Button size="compact-xs" variant="default" onClick={() => onDecide(takeTheirs(drafts, place))}>
                      <Trans>Use theirs</Trans>
                    </Button>
                  </td>
                  <td>
                    <div>{drafts[place]?.typed || '–'}</div>
                    <Button
                      size="compact-xs"
                      variant="default"
                      onClick={() => onDecide(keepMine(drafts, order, place, weightUnit))}
                    >
                      <Trans>Keep mine</Trans>
                    </Button>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}
