import { ActionIcon, Button, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { DraftProblem, ParcelDraft, ShippingDraft, Units } from './draft.ts';

interface Props {
  readonly draft: ShippingDraft;
  readonly problems: Readonly<Record<string, DraftProblem>>;
  readonly units: Units;
  readonly onChange: (next: Partial<ShippingDraft>) => void;
}
const MAX_PARCELS = 50;

export function ParcelFields({ draft, problems, units, onChange }: Props) {
  const { t } = useLingui();
  const { parcels } = draft;
  const words: Readonly<Record<DraftProblem, string>> = {
    weight: t`Enter the weight.`,
    weightRange: t`This is too heavy for any carrier.`,
    size: t`Enter all three sides, or none.`,
    sizeRange: t`A side is too long.`,
    insured: t`Enter an amount.`,
    shipDate: t`Choose a day.`,
    customs: t`Complete the customs details.`,
  };
  const set = (index: number, change: Partial<ParcelDraft>) =>
    onChange({ parcels: parcels.map((p, i) => (i === index ? { ...p, ...change } : p)) });
  const add = () => {
    const last = parcels.at(-1);
    const key = Math.max(0, ...parcels.map((p) => p.key)) + 1;
    onChange({
      parcels: [
        ...parcels,
        { key, weight: '', length: last?.length ?? '', width: last?.width ?? '', height: last?.height ?? '' },
      ],
    });
  };
  const word = (problem: DraftProblem | undefined) => (problem ? words[problem] : undefined);
  return (
    <section className="stack tight" aria-label={t`Parcels`}>
      {parcels.map((parcel, i) => {
        const n = i + 1;
        const sizeProblem = word(problems[`parcels.${i}.size`]);
        const side = (name: 'length' | 'width' | 'height', label: string) => (
          <TextInput
            aria-label={parcels.length > 1 ? t`${label}, parcel ${n}` : label}
            inputMode="decimal"
            value={parcel[name]}
            error={sizeProblem !== undefined}
            onChange={(event) => set(i, { [name]: event.currentTarget.value })}
          />
        );
        return (
          <fieldset key={parcel.key} className="parcel">
            <legend className="sr-only">{t`Parcel ${n}`}</legend>
            <div className="parcel-row">
              <TextInput
                className="parcel-weight"
                label={parcels.length > 1 ? t`Parcel ${n}, weight` : t`Weight`}
                inputMode="decimal"
                value={parcel.weight}
                error={word(problems[`parcels.${i}.weight`])}
                rightSection={<span className="unit">{units.weight}</span>}
                onChange={(event) => set(i, { weight: event.currentTarget.value })}
              />
              <div className="parcel-size">
                <span className="parcel-label" aria-hidden>
                  <Trans>Length × width × height, {units.length}</Trans>
                </span>
                <div className="parcel-sides">
                  {side('length', t`Length`)}
                  {side('width', t`Width`)}
                  {side('height', t`Height`)}
                </div>
              </div>
              {parcels.length > 1 && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={34}
                  aria-label={t`Remove parcel ${n}`}
                  onClick={() => onChange({ parcels: parcels.filter((p) => p.key !== parcel.key) })}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              )}
            </div>
            {sizeProblem && (
              <p className="danger small" role="alert">
                {sizeProblem}
              </p>
            )}
          </fieldset>
        );
      })}
      {parcels.length < MAX_PARCELS && (
        <div>
          <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
            <Trans>Add a parcel</Trans>
          </Button>
        </div>
      )}
    </section>
  );
}
