/** What came of reading the scale, under the weight of a parcel: the weight, a warning, or why there is none and what to do. */
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle } from '#icons';
import { type ParcelDraft, type Units, weightText } from '../form/draft.ts';
import { SCALE_WORDS } from './scale-words.ts';
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
  const { i18n } = useLingui();
  if (scale.reading === parcel.key)
    return (
      <p className="dim small parcel-note">
        <Trans>Reading the scale…</Trans>
      </p>
    );
  if (scale.last?.key !== parcel.key) return null;
  const { result } = scale.last;
  if (result.kind === 'refused') {
    return (
      <p className="danger small parcel-note" role="alert">
        {i18n._(SCALE_WORDS[result.why])}
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
          The scale says {weighed}, but the items and the box should weigh {due}. Check that the right items are in the
          parcel.
        </Trans>
      </div>
    </div>
  );
}
