/** What is shipped, in two lines: the rates need the room, and most orders are packed as they came. A press opens the fields. */
import { ActionIcon, UnstyledButton } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconPackage, IconPencil } from '#icons';
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import type { PackageEntry } from '@scanship/contracts/products/packages';
import { flushSync } from 'react-dom';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import { AddressBlock } from '../address/AddressBlock.tsx';
import type { ShippingDraft, Units } from './draft.ts';
import { useOptionSummary } from './OptionFields.tsx';
import { SCALE_KEY } from './ParcelFields.tsx';
import { countOf, openLines } from './packing.ts';

interface Props {
  readonly order: OrderDetail;
  readonly draft: ShippingDraft;
  readonly boxes: readonly PackageEntry[];
  readonly units: Units;
  readonly shipDate: string | undefined;
  /** What customs still wants to know. */
  readonly gaps: number;
  readonly onEdit: () => void;
  readonly onEditAddress: () => void;
}

export function ShipSummary({ order, draft, boxes, units, shipDate, gaps, onEdit, onEditAddress }: Props) {
  const { t } = useLingui();
  const options = useOptionSummary(draft, shipDate);
  const open = openLines(order);
  const [first] = open;
  const title = first && order.items.find(({ line }) => line === first.line)?.title;
  const items = first && (open.length === 1 ? `${first.quantity} × ${title ?? ''}` : undefined);
  const [parcel] = draft.parcels;
  const alone = draft.parcels.length === 1 ? parcel : undefined;
  const size = alone?.length && `${alone.length} × ${alone.width} × ${alone.height} ${units.length}`;
  const packed = alone
    ? [boxes.find(({ id }) => id === alone.packageId)?.name, `${alone.weight} ${units.weight}`, size].filter(Boolean)
    : [];
  useShortcuts([
    {
      keys: [SCALE_KEY],
      group: t`Shipping`,
      label: t`Read the scale`,
      // The weight that is read has to be seen.
      run: () => {
        flushSync(onEdit);
        document.querySelector<HTMLElement>(`.ship-panel [aria-keyshortcuts="${SCALE_KEY}"]`)?.click();
      },
    },
  ]);
  return (
    <>
      <AddressBlock order={order} compact onEdit={onEditAddress} />
      <section className="ship-sum" aria-label={t`Items and parcels`}>
        <IconPackage size={17} aria-hidden className="ship-pin" />
        <span className="ship-sum-words" title={items}>
          {items ?? <Plural value={countOf(open)} one="# item" other="# items" />}
        </span>
        <span className="ship-sum-packed dim">
          {[...packed, ...(alone ? [] : [t`${draft.parcels.length} parcels`]), ...(options ? [options] : [])].join(
            ' · ',
          )}
        </span>
        {gaps > 0 && (
          <UnstyledButton className="link danger" onClick={onEdit}>
            <Trans>
              Customs: <Plural value={gaps} one="# detail missing" other="# details missing" />
            </Trans>
          </UnstyledButton>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={t`Edit parcel and options`}
          title={t`Edit parcel and options`}
          onClick={onEdit}
        >
          <IconPencil size={14} aria-hidden />
        </ActionIcon>
      </section>
    </>
  );
}
