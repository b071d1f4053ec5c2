/** What is in one parcel: units that can be dragged to another one, or moved by number with the keyboard. */
import { Button, NativeSelect, NumberInput, Popover, UnstyledButton } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconArrowsExchange, IconGripVertical } from '#icons';
import { type DragEvent, useId, useState } from 'react';
import type { LineUnits } from '@scanship/domain/shipping/shipment';
import { announce } from '../announce.ts';
import type { ParcelDraft } from './draft.ts';
import { countOf, LATER, leftOver, moveUnits, type OpenLine } from './packing.ts';

interface Shared {
  readonly parcels: readonly ParcelDraft[];
  readonly open: readonly OpenLine[];
  readonly onChange: (next: readonly ParcelDraft[]) => void;
}

export default function PackedItems({
  place,
  missing,
  ...shared
}: Shared & { readonly place: number; readonly missing: boolean }) {
  const { t } = useLingui();
  const parcel = shared.parcels[place];
  if (!parcel) return null;
  const n = place + 1;
  return (
    <Place shared={shared} at={parcel.key} label={t`Items in parcel ${n}`} items={parcel.items}>
      {parcel.items.length === 0 && (
        <span className={missing ? 'danger small' : 'dim small'} role={missing ? 'alert' : undefined}>
          {missing ? (
            <Trans>Say what is in this parcel.</Trans>
          ) : (
            <Trans>Nothing is in this parcel yet. Move items here.</Trans>
          )}
        </span>
      )}
    </Place>
  );
}

/** Units that stay behind, to be shipped another time. */
export function LeftForLater(shared: Shared) {
  const { t } = useLingui();
  const items = leftOver(shared.open, shared.parcels);
  return (
    <div className="parcel-later">
      <div className="small strong">
        {items.length === 0 ? (
          <Trans>Everything ships now</Trans>
        ) : (
          <Plural value={countOf(items)} one="# unit ships later" other="# units ship later" />
        )}
      </div>
      <Place shared={shared} at={LATER} label={t`Items that ship later`} items={items}>
        {items.length === 0 && (
          <span className="dim small">
            <Trans>Move items here to ship them another time.</Trans>
          </span>
        )}
      </Place>
    </div>
  );
}

const DRAGGED = 'application/x-scanship-units';
const chipId = (line: number, at: number) => `packed-${line}-${at}`;

/** A place that takes dropped units. */
function Place({
  shared,
  at,
  label,
  items,
  children,
}: {
  readonly shared: Shared;
  readonly at: number;
  readonly label: string;
  readonly items: readonly LineUnits[];
  readonly children: React.ReactNode;
}) {
  const { t } = useLingui();
  const [over, setOver] = useState(false);
  const { parcels, open, onChange } = shared;
  const nameOf = (key: number) => {
    const n = parcels.findIndex((parcel) => parcel.key === key) + 1;
    return key === LATER ? t`Later` : t`Parcel ${n}`;
  };
  const move = (line: number, quantity: number, from: number, to: number) => {
    const next = moveUnits(parcels, open, { line, quantity, from, to });
    if (next === parcels) return;
    onChange(next);
    const title = open.find((each) => each.line === line)?.title ?? '';
    const where = nameOf(to);
    announce(t`${quantity} × ${title}: ${where}`);
    // What had the focus may be gone; it goes along with the units.
    requestAnimationFrame(() => document.getElementById(chipId(line, to))?.focus());
  };
  const takes = (event: DragEvent) => event.dataTransfer.types.includes(DRAGGED);
  const drop = (event: DragEvent) => {
    setOver(false);
    const [line, from] = event.dataTransfer.getData(DRAGGED).split('/').map(Number);
    if (line === undefined || from === undefined) return;
    event.preventDefault();
    move(line, open.find((each) => each.line === line)?.quantity ?? 0, from, at);
  };
  return (
    // Dropping is one way of several: each item is moved by the keyboard as well.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      className="packed"
      aria-label={label}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!takes(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {items.map((item) => (
        <li key={item.line}>
          <Chip
            item={item}
            at={at}
            line={open.find((each) => each.line === item.line)}
            places={[...parcels.map((parcel) => parcel.key), LATER]
              .filter((key) => key !== at)
              .map((key) => ({ key, name: nameOf(key) }))}
            onMove={(quantity, to) => move(item.line, quantity, at, to)}
          />
        </li>
      ))}
      {children && <li className="packed-empty">{children}</li>}
    </ul>
  );
}

interface ChipProps {
  readonly item: LineUnits;
  readonly at: number;
  readonly line: OpenLine | undefined;
  readonly places: readonly { readonly key: number; readonly name: string }[];
  readonly onMove: (quantity: number, to: number) => void;
}
function Chip({ item, at, line, places, onMove }: ChipProps) {
  const { t } = useLingui();
  const [opened, setOpened] = useState(false);
  const [quantity, setQuantity] = useState<number | string>(item.quantity);
  const [to, setTo] = useState(String(places[0]?.key ?? LATER));
  const form = useId();
  const title = line?.title ?? '';
  const target = places.find((each) => String(each.key) === to) ?? places[0];
  const units = Math.min(item.quantity, Math.max(1, Math.trunc(Number(quantity)) || 1));
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={250}
      withRoles={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <UnstyledButton
          id={chipId(item.line, at)}
          className="packed-item"
          draggable
          aria-haspopup="dialog"
          aria-expanded={opened}
          aria-label={t`Move ${item.quantity} × ${title}`}
          onDragStart={(event) => {
            event.dataTransfer.setData(DRAGGED, `${item.line}/${at}`);
            event.dataTransfer.effectAllowed = 'move';
          }}
          onClick={() => {
            setQuantity(item.quantity);
            setOpened(!opened);
          }}
        >
          <IconGripVertical size={14} aria-hidden className="dim" />
          <span className="num strong">{item.quantity} ×</span>
          <span className="packed-title">{title}</span>
          <IconArrowsExchange size={14} aria-hidden className="dim" />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t`Move items`}>
        <form
          id={form}
          className="stack tight"
          onSubmit={(event) => {
            event.preventDefault();
            if (!target) return;
            setOpened(false);
            onMove(units, target.key);
          }}
        >
          <NumberInput
            label={t`Units`}
            size="xs"
            min={1}
            max={item.quantity}
            allowDecimal={false}
            value={quantity}
            onChange={setQuantity}
            data-autofocus
          />
          <NativeSelect
            label={t({ message: 'To', context: 'parcel' })}
            size="xs"
            value={target ? String(target.key) : ''}
            onChange={(event) => setTo(event.currentTarget.value)}
            data={places.map((each) => ({ value: String(each.key), label: each.name }))}
          />
          <Button type="submit" size="compact-sm">
            <Trans>Move</Trans>
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
