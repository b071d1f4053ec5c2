/** Orders to the same place that can go in this shipment. */
import { Checkbox } from '@mantine/core';
import { Plural, Trans } from '@lingui/react/macro';
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import { useFormat } from '../../../app/use-format.ts';
import { Fold } from '../../../ui/Fold.tsx';

interface Props {
  readonly order: Pick<OrderDetail, 'combinableWith'>;
  readonly chosen: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

export function TogetherFields({ order, chosen, onChange }: Props) {
  const format = useFormat();
  const { combinableWith } = order;
  if (combinableWith.length === 0) return null;
  return (
    <Fold className="together" asks={chosen.length > 0}>
      <summary>
        <Plural
          value={combinableWith.length}
          one="# more order to this address can ship with it"
          other="# more orders to this address can ship with it"
        />
      </summary>
      <fieldset className="stack tight">
        <legend className="sr-only">
          <Trans>Ship together with</Trans>
        </legend>
        {combinableWith.map((other) => (
          <Checkbox
            key={other.id}
            label={other.ecomOrderNumber}
            description={[other.itemSummary, other.weightGrams === null ? '' : format.weight(other.weightGrams)]
              .filter(Boolean)
              .join(' · ')}
            checked={chosen.includes(other.id)}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? [...chosen, other.id] : chosen.filter((each) => each !== other.id))
            }
          />
        ))}
        {chosen.length > 0 && (
          <p className="dim small">
            <Trans>One label serves them all. Check the weight: it must be that of everything in the parcel.</Trans>
          </p>
        )}
      </fieldset>
    </Fold>
  );
}
