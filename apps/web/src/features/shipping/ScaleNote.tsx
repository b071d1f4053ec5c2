/** What came of reading the scale, under the weight of a parcel: the weight, a warning, or why there is none and what to do. */
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ParcelDraft, type Units, weightText } from './draft.ts';
import type { ScaleRefusal } from './scale.ts';
import { isFarOff } from './scale-report.ts';
import type { Scale } from './use-scale.ts';

interface Props {
  readonly parcel: ParcelDraft;
  readonly scale: Scale;
  /** Grams of the items and the box; undefined where that is not known. */
  readonly expected: number | undefined;
  readonly units: Units;
}

export function ScaleNote({ parcel, scale, expected, units }: Props) {
  const { t } = useLingui();
  if (scale.reading === parcel.key)
    return (
      <p className="dim small parcel-note">
        <Trans>Reading the scale…</Trans>
      </p>
    );
  if (scale.last?.key !== parcel.key) return null;
  const { result } = scale.last;
  if (result.kind === 'refused') {
    const words: Readonly<Record<ScaleRefusal, string>> = {
      motion: t`The scale is not at rest. Let go of the parcel, wait a moment and read the scale again.`,
      empty: t`Nothing is on the scale. Put the parcel on it and read it again.`,
      underZero: t`The scale shows less than zero. Empty it, set it to zero, put the parcel back and read it again.`,
      overLimit: t`The parcel is too heavy for this scale. Use a larger scale, or type the weight.`,
      calibration: t`The scale is not calibrated. Calibrate it as its manual says, or type the weight.`,
      rezero: t`The scale wants to be set to zero. Empty it, set it to zero, put the parcel back and read it again.`,
      unit: t`The scale is set to a unit that is not used here. Set it to grams, kilograms, ounces or pounds.`,
      fault: t`The scale reports a fault. Switch it off and on, then read it again, or type the weight.`,
      unreadable: t`What the scale sent is no weight. Switch it off and on, then read it again, or type the weight.`,
      silent: t`The scale does not answer. See that it is switched on and plugged in, then read it again.`,
      notChosen: t`No scale was chosen. Read the scale again and choose it in the list of the browser.`,
      notOpened: t`The scale cannot be opened. Close other programs that use it, plug it in again and read it again.`,
      notAllowed: t`The browser does not let this page use a scale. Allow it in the settings of the site, or type the weight.`,
      unsupported: t`This browser cannot read a scale. Use Chrome or Edge on a computer, or type the weight.`,
    };
    return (
      <p className="danger small parcel-note" role="alert">
        {words[result.why]}
      </p>
    );
  }
  // Typed over since, it is not the weight of the scale any more.
  if (parcel.weight !== weightText(result.grams, units)) return null;
  if (expected === undefined || !isFarOff(result.grams, expected))
    return (
      <p className="dim small parcel-note">
        <Trans>Weighed on the scale.</Trans>
      </p>
    );
  const weighed = `${parcel.weight}\u00a0${units.weight}`;
  const due = `${weightText(expected, units)}\u00a0${units.weight}`;
  return (
    <div className="notice parcel-note" data-tone="warn" role="alert">
      <IconAlertTriangle size={17} aria-hidden />
      <div>
        <Trans>
          The scale says {weighed}, but the items and the box should weigh {due}. See that the right items are in the
          parcel.
        </Trans>
      </div>
    </div>
  );
}
