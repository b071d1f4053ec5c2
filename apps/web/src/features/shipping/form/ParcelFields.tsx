/** The parcels of a shipment: box, weight, sizes, and what is in each. */
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus, IconScale, IconTrash } from '#icons';
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import type { PackageEntry } from '@scanship/contracts/products/packages';
import type { DefaultSettings } from '@scanship/contracts/network/settings';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useFormat } from '../../../app/use-format.ts';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import {
  boxLimit,
  type DraftProblem,
  expectedGrams,
  inBox,
  type ParcelDraft,
  type ShippingDraft,
  type Units,
  weighParcels,
} from './draft.ts';
import { countOf, leftOver, openLines, removeParcel } from './packing.ts';
import { usePartWish } from './part-wish.ts';
import { ScaleNote } from '../scale/ScaleNote.tsx';
import { useScale } from '../scale/use-scale.ts';

const PackedItems = lazy(() => import('./PackedItems.tsx'));
const LeftForLater = lazy(() => import('./PackedItems.tsx').then((m) => ({ default: m.LeftForLater })));

interface Props {
  readonly order: OrderDetail;
  readonly draft: ShippingDraft;
  readonly boxes: readonly PackageEntry[];
  readonly settings: DefaultSettings | undefined;
  readonly problems: Readonly<Record<string, DraftProblem>>;
  readonly units: Units;
  readonly onChange: (next: Partial<ShippingDraft>) => void;
}
const MAX_PARCELS = 50;
export const SCALE_KEY = 'c';

export function ParcelFields({ order, draft, boxes, settings, problems, units, onChange }: Props) {
  const { t } = useLingui();
  const { parcels } = draft;
  const open = openLines(order);
  const together = draft.withOrderIds.length > 0;
  const [choosing, setChoosing] = useState(false);
  const partWished = usePartWish(order.id);
  const later = leftOver(open, parcels);
  // One parcel that takes everything needs no list of its contents.
  const packing = !together && (choosing || partWished || parcels.length > 1 || later.length > 0);
  const put = (next: readonly ParcelDraft[]) =>
    onChange({ parcels: weighParcels(next, order, settings, units, boxes) });
  const set = (key: number, change: Partial<ParcelDraft>) =>
    put(parcels.map((p) => (p.key === key ? { ...p, ...change } : p)));
  const scale = useScale(units, (key, weight) => set(key, { weight, weighed: true }));
  const list = useRef<HTMLElement>(null);
  useShortcuts([
    {
      keys: [SCALE_KEY],
      group: t`Shipping`,
      label: t`Read the scale`,
      run: () => {
        const drawn = [...(list.current?.querySelectorAll(':scope > fieldset') ?? [])];
        const focused = drawn.findIndex((each) => each.contains(document.activeElement));
        const parcel = parcels[Math.max(0, focused)];
        if (!parcel) return false;
        scale.read(parcel.key);
        return true;
      },
    },
  ]);
  const add = () => {
    const last = parcels.at(-1);
    const key = Math.max(0, ...parcels.map((p) => p.key)) + 1;
    put([
      ...parcels,
      {
        key,
        items: [],
        weight: '',
        weighed: false,
        length: last?.length ?? '',
        width: last?.width ?? '',
        height: last?.height ?? '',
        packageId: last?.packageId ?? '',
      },
    ]);
  };
  return (
    <section ref={list} className="stack tight" aria-label={t`Parcels`}>
      {parcels.map((parcel, i) => (
        <fieldset key={parcel.key} className="parcel" data-testid="parcel">
          <legend className="sr-only">{t`Parcel ${i + 1}`}</legend>
          <OneParcel
            parcel={parcel}
            place={i}
            alone={parcels.length === 1}
            boxes={boxes}
            units={units}
            problems={problems}
            onChange={(change) => set(parcel.key, change)}
            onBox={(box) => put(parcels.map((p) => (p.key === parcel.key ? inBox(p, box, units) : p)))}
            onRemove={() => put(removeParcel(parcels, parcel.key))}
            onScale={() => scale.read(parcel.key)}
            scaleNote={
              <ScaleNote
                parcel={parcel}
                scale={scale}
                // What the orders that go along weigh is not known here.
                expected={together ? undefined : expectedGrams(parcel, order, boxes)}
                units={units}
              />
            }
          />
          {packing && (
            <Suspense fallback={null}>
              <PackedItems
                parcels={parcels}
                place={i}
                open={open}
                missing={problems[`parcels.${i}.items`] === 'empty'}
                onChange={put}
              />
            </Suspense>
          )}
        </fieldset>
      ))}
      {packing && (
        <Suspense fallback={null}>
          <LeftForLater parcels={parcels} open={open} onChange={put} />
        </Suspense>
      )}
      <div className="row tight">
        {parcels.length < MAX_PARCELS && (
          <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
            <Trans>Add a parcel</Trans>
          </Button>
        )}
        {!packing && !together && countOf(open) > 1 && (
          <Button variant="subtle" size="compact-sm" onClick={() => setChoosing(true)}>
            <Trans>Ship only some items</Trans>
          </Button>
        )}
      </div>
    </section>
  );
}

interface OneProps {
  readonly parcel: ParcelDraft;
  readonly place: number;
  readonly alone: boolean;
  readonly boxes: readonly PackageEntry[];
  readonly units: Units;
  readonly problems: Readonly<Record<string, DraftProblem>>;
  readonly onChange: (change: Partial<ParcelDraft>) => void;
  readonly onBox: (box: PackageEntry | undefined) => void;
  readonly onRemove: () => void;
  readonly onScale: () => void;
  readonly scaleNote: ReactNode;
}
function OneParcel(props: OneProps) {
  const { parcel, place, alone, boxes, units, problems, onChange, onBox, onRemove, onScale, scaleNote } = props;
  const { t } = useLingui();
  const format = useFormat();
  const n = place + 1;
  const weightWords: Partial<Record<DraftProblem, string>> = {
    weight: t`Enter the weight.`,
    weightRange: t`This is too heavy for any carrier.`,
  };
  const sizeWords: Partial<Record<DraftProblem, string>> = {
    size: t`Enter all three sides, or none.`,
    sizeRange: t`A side is too long.`,
  };
  const weightProblem = problems[`parcels.${place}.weight`];
  const sizeProblem = problems[`parcels.${place}.size`];
  const box = boxes.find((each) => each.id === parcel.packageId);
  const limit = boxLimit(parcel, boxes, units);
  const fixed = box?.kind === 'preset';
  const side = (name: 'length' | 'width' | 'height', label: string) => (
    <TextInput
      size="xs"
      aria-label={alone ? label : t`${label}, parcel ${n}`}
      title={label}
      inputMode="decimal"
      value={parcel[name]}
      error={sizeProblem !== undefined}
      readOnly={fixed}
      // Other sizes are no longer those of the box.
      onChange={(event) => onChange({ [name]: event.currentTarget.value, packageId: '' })}
    />
  );
  // No weight has letters in it, so that the key of the scale works in the field of the weight too.
  const scaleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key.toLowerCase() !== SCALE_KEY) return;
    event.preventDefault();
    onScale();
  };
  const readIt = alone ? t`Read the scale` : t`Read the scale for parcel ${n}`;
  const own = boxes.filter((each) => each.kind === 'own');
  const presets = boxes.filter((each) => each.kind === 'preset');
  const option = (each: PackageEntry) => ({
    value: each.id,
    label: each.carrierName && !each.name.includes(each.carrierName) ? `${each.carrierName}: ${each.name}` : each.name,
  });
  return (
    <>
      <div className="parcel-row">
        {boxes.length > 0 && (
          <NativeSelect
            className="parcel-box"
            size="xs"
            label={alone ? t`Box` : t`Box of parcel ${n}`}
            title={box && option(box).label}
            value={box ? parcel.packageId : ''}
            onChange={(event) => onBox(boxes.find((each) => each.id === event.currentTarget.value))}
            data={[
              { value: '', label: t`Custom dimensions` },
              ...(own.length > 0 ? [{ group: t`Your boxes`, items: own.map(option) }] : []),
              ...(presets.length > 0 ? [{ group: t`Packagings of carriers`, items: presets.map(option) }] : []),
            ]}
          />
        )}
        <TextInput
          className="parcel-weight"
          size="xs"
          label={alone ? t`Weight` : t`Parcel ${n}, weight`}
          inputMode="decimal"
          value={parcel.weight}
          error={weightProblem ? weightWords[weightProblem] : undefined}
          rightSection={<span className="unit">{units.weight}</span>}
          // An emptied field goes back to the weight of what is inside.
          onChange={(event) =>
            onChange({ weight: event.currentTarget.value, weighed: event.currentTarget.value.trim() !== '' })
          }
          onKeyDown={scaleKey}
        />
        <ActionIcon
          variant="default"
          size={30}
          aria-label={readIt}
          title={readIt}
          aria-keyshortcuts={SCALE_KEY}
          onClick={onScale}
        >
          <IconScale size={16} aria-hidden />
        </ActionIcon>
        <div className="parcel-size">
          <span className="parcel-label" aria-hidden title={t`Length × width × height`}>
            <Trans>L × W × H, {units.length}</Trans>
          </span>
          <div className="parcel-sides">
            {side('length', t`Length`)}
            {side('width', t`Width`)}
            {side('height', t`Height`)}
          </div>
        </div>
        {!alone && (
          <ActionIcon variant="subtle" color="gray" size={30} aria-label={t`Remove parcel ${n}`} onClick={onRemove}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {scaleNote}
      {box && !limit && (box.tareGrams > 0 || box.maxGrams !== null) && (
        <p className="dim small parcel-note">
          {box.tareGrams > 0 && <Trans>Empty, it weighs {format.weight(box.tareGrams)}.</Trans>}{' '}
          {box.maxGrams !== null && <Trans>It holds {format.weight(box.maxGrams)} at most.</Trans>}
        </p>
      )}
      {limit !== undefined && (
        <p className="danger small" role="alert">
          <Trans>
            This box holds {format.weight(limit)} at most. Choose a larger one, or divide the items over more parcels.
          </Trans>
        </p>
      )}
      {sizeProblem && (
        <p className="danger small" role="alert">
          {sizeWords[sizeProblem]}
        </p>
      )}
    </>
  );
}
