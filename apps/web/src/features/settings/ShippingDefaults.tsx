import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type DefaultSettings, LABEL_SIZES, SLIP_PAPERS } from '@scanship/contracts/network/settings';
import { SIGNATURE_OPTIONS } from '@scanship/domain/shipping/shipment';
import { packagesQuery } from '../packages/packages-api.ts';
import { locationsQuery } from './settings-api.ts';

interface Props {
  readonly draft: DefaultSettings;
  readonly set: (change: Partial<DefaultSettings>) => void;
  readonly errors: Readonly<Record<string, string>>;
}

/** Where parcels start, what they are packed in, and how Auto Ship and label forms begin. */
export function ShippingDefaults({ draft, set, errors }: Props) {
  const { t } = useLingui();
  const locations = useQuery(locationsQuery);
  const packages = useQuery(packagesQuery);
  const [days, setDays] = useState(draft.autoShip.withinDays === null ? '' : String(draft.autoShip.withinDays));
  const places = locations.data?.locations ?? [];
  const boxes = packages.data?.packages ?? [];
  const paper: Readonly<Record<(typeof SLIP_PAPERS)[number], string>> = {
    letter: t`Letter`,
    a4: 'A4',
    '4x6': t`4x6 in, on the label printer`,
  };
  const signature: Readonly<Record<(typeof SIGNATURE_OPTIONS)[number], string>> = {
    none: t`No signature`,
    any: t`Signature`,
    adult: t`Adult signature`,
  };
  return (
    <>
      <div className="fields">
        <NativeSelect
          className="w6"
          label={t`Ship from`}
          value={draft.locationId ?? ''}
          error={errors.locationId}
          disabled={places.length === 0}
          data={
            places.length === 0
              ? [{ value: draft.locationId ?? '', label: t`No address yet` }]
              : places.map(({ id, name }) => ({ value: id, label: name }))
          }
          onChange={(e) => set({ locationId: e.currentTarget.value || null })}
        />
        <NativeSelect
          className="w6"
          label={t`Package`}
          value={draft.packageId ?? ''}
          error={errors.packageId}
          data={[{ value: '', label: t`None` }, ...boxes.map((box) => ({ value: box.id, label: box.name }))]}
          onChange={(e) => set({ packageId: e.currentTarget.value || null })}
        />
        <NativeSelect
          className="w4"
          label={t`Label size`}
          value={draft.labelSize}
          data={LABEL_SIZES.map((value) => ({
            value,
            label:
              value === 'letter' ? t`Letter` : value === 'a4' || value === 'a6' ? value.toUpperCase() : `${value} in`,
          }))}
          onChange={(e) => set({ labelSize: LABEL_SIZES.find((size) => size === e.currentTarget.value) ?? '4x6' })}
        />
        <NativeSelect
          className="w4"
          label={t`Packing slips on`}
          value={draft.slipPaper}
          data={SLIP_PAPERS.map((value) => ({ value, label: paper[value] }))}
          onChange={(e) => set({ slipPaper: SLIP_PAPERS.find((size) => size === e.currentTarget.value) ?? 'letter' })}
        />
        <NativeSelect
          className="w4"
          label={t`Signature`}
          value={draft.signature}
          data={SIGNATURE_OPTIONS.map((value) => ({ value, label: signature[value] }))}
          onChange={(e) =>
            set({ signature: SIGNATURE_OPTIONS.find((each) => each === e.currentTarget.value) ?? 'none' })
          }
        />
        <NativeSelect
          className="w4"
          label={t`Insurance`}
          value={draft.insurance.mode}
          data={[
            { value: 'none', label: t`Not insured` },
            { value: 'orderTotal', label: t`For the value of the goods` },
          ]}
          onChange={(e) => set({ insurance: { mode: e.currentTarget.value === 'orderTotal' ? 'orderTotal' : 'none' } })}
        />
        <NativeSelect
          className="w6"
          label={t`Auto Ship buys`}
          value={draft.autoShip.prefer}
          data={[
            { value: 'cheapest', label: t`the cheapest rate` },
            { value: 'fastest', label: t`the fastest rate` },
          ]}
          onChange={(e) =>
            set({
              autoShip: { ...draft.autoShip, prefer: e.currentTarget.value === 'fastest' ? 'fastest' : 'cheapest' },
            })
          }
        />
        <TextInput
          className="w6"
          label={t`Arrives within (days)`}
          placeholder={t`Any time`}
          inputMode="numeric"
          value={days}
          error={errors['autoShip.withinDays']}
          onChange={(e) => {
            const text = e.currentTarget.value.replace(/\D/g, '').slice(0, 2);
            setDays(text);
            const typed = Number(text);
            set({ autoShip: { ...draft.autoShip, withinDays: typed >= 1 ? Math.min(60, typed) : null } });
          }}
        />
        <NativeSelect
          className="w6"
          label={t`Address suggestions`}
          description={t`When the check suggests a correction`}
          value={draft.addressCheck ?? 'confirm'}
          data={[
            { value: 'confirm', label: t`Ask each time` },
            { value: 'automatic', label: t`Apply them automatically` },
            { value: 'off', label: t`Make no suggestions` },
          ]}
          onChange={(e) => {
            const { value } = e.currentTarget;
            set({ addressCheck: value === 'automatic' || value === 'off' ? value : 'confirm' });
          }}
        />
      </div>
      <fieldset className="check-list">
        <legend>
          <Trans>When shipping</Trans>
        </legend>
        <Checkbox
          label={t`Tell the buyer that the order is on its way`}
          checked={draft.notifyBuyer}
          onChange={(e) => set({ notifyBuyer: e.currentTarget.checked })}
        />
        <Checkbox
          label={t`Print a QR code of the tracking page on packing slips`}
          checked={draft.slipTracking}
          onChange={(e) => set({ slipTracking: e.currentTarget.checked })}
        />
        <Checkbox
          label={t`Quick ship: buy a single label without the cost summary`}
          checked={draft.quickShip}
          onChange={(e) => set({ quickShip: e.currentTarget.checked })}
        />
      </fieldset>
    </>
  );
}
