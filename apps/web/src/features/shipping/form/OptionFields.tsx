import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { DANGEROUS_GOODS, type SignatureOption } from '@scanship/domain/shipping/shipment';
import { useDangerousGoodsWords } from '../dangerous-goods-words.ts';
import { useFormat } from '../../../app/use-format.ts';
import { locationsQuery } from '../../settings/settings-api.ts';
import { Fold } from '../../../ui/Fold.tsx';
import type { DraftProblem, ShippingDraft } from './draft.ts';

interface Props {
  readonly draft: ShippingDraft;
  /** The chosen day, else the one the rates are for. */
  readonly shipDate: string | undefined;
  readonly problems: Readonly<Record<string, DraftProblem>>;
  readonly currency: string;
  readonly onChange: (next: Partial<ShippingDraft>) => void;
}

/** The options that are set, in a few words. */
export function useOptionSummary(draft: ShippingDraft, shipDate: string | undefined): string {
  const { t } = useLingui();
  const format = useFormat();
  const locations = useQuery(locationsQuery).data?.locations ?? [];
  const signatures = { none: undefined, any: t`signature`, adult: t`adult signature` };
  return [
    shipDate ? t`ships ${format.day(shipDate)}` : undefined,
    signatures[draft.signature],
    draft.insured.trim() ? t`insured` : undefined,
    draft.saturday ? t`Saturday` : undefined,
    draft.dangerousGoods ? t`dangerous goods` : undefined,
    locations.find((l) => l.id === draft.locationId)?.name,
  ]
    .filter(Boolean)
    .join(' · ');
}

export function OptionFields({ draft, shipDate, problems, currency, onChange }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const locations = useQuery(locationsQuery).data?.locations ?? [];
  const goods = useDangerousGoodsWords();
  const summary = useOptionSummary(draft, shipDate);
  return (
    <Fold className="ship-options" asks={Boolean(problems.insured ?? problems.shipDate ?? problems.dryIce)}>
      <summary>
        <span className="strong">
          <Trans>Options</Trans>
        </span>{' '}
        <span className="dim">{summary}</span>
      </summary>
      <div className="fields">
        <TextInput
          className="w6"
          type="date"
          label={t`Ship date`}
          description={t`Left empty: the next working day.`}
          value={draft.shipDate}
          error={problems.shipDate ? t`Choose a day.` : undefined}
          onChange={(event) => onChange({ shipDate: event.currentTarget.value })}
        />
        <NativeSelect
          className="w6"
          label={t`Signature`}
          value={draft.signature}
          onChange={(event) => onChange({ signature: event.currentTarget.value as SignatureOption })}
          data={[
            { value: 'none', label: t({ message: 'Not needed', context: 'signature' }) },
            { value: 'any', label: t`Anybody` },
            { value: 'adult', label: t`An adult` },
          ]}
        />
        <TextInput
          className="w6"
          label={t`Insured value`}
          placeholder={t`None`}
          inputMode="decimal"
          value={draft.insured}
          error={problems.insured ? t`Enter an amount.` : undefined}
          rightSection={<span className="unit">{currency}</span>}
          rightSectionWidth={48}
          onChange={(event) => onChange({ insured: event.currentTarget.value })}
        />
        {locations.length > 1 && (
          <NativeSelect
            className="w6"
            label={t`Ship from`}
            value={draft.locationId ?? ''}
            onChange={(event) => onChange({ locationId: event.currentTarget.value || undefined })}
            data={[
              { value: '', label: t`As set for the order` },
              ...locations.map((l) => ({ value: l.id, label: l.name })),
            ]}
          />
        )}
        <NativeSelect
          className="w6"
          label={t`Dangerous goods`}
          value={draft.dangerousGoods}
          onChange={(event) =>
            onChange({ dangerousGoods: DANGEROUS_GOODS.find((kind) => kind === event.currentTarget.value) ?? '' })
          }
          data={[
            { value: '', label: t({ message: 'None', context: 'dangerous goods' }) },
            ...DANGEROUS_GOODS.map((value) => ({ value, label: goods[value] })),
          ]}
        />
        {draft.dangerousGoods === 'dry-ice' && (
          <TextInput
            className="w6"
            label={t`Dry ice in each parcel`}
            inputMode="decimal"
            value={draft.dryIce}
            error={problems.dryIce ? t`Enter a weight.` : undefined}
            rightSection={<span className="unit">{format.weightUnit}</span>}
            rightSectionWidth={48}
            onChange={(event) => onChange({ dryIce: event.currentTarget.value })}
          />
        )}
        <Checkbox
          className={locations.length > 1 ? 'w12' : 'w6 option-check'}
          label={t`Saturday delivery`}
          checked={draft.saturday}
          onChange={(event) => onChange({ saturday: event.currentTarget.checked })}
        />
      </div>
    </Fold>
  );
}
