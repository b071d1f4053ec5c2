import { HoldEndField } from './HoldEndField.tsx';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import type { AutomationOptions, RuleActionDto } from '@scanship/contracts/shipping/automation';
import { SIGNATURE_OPTIONS } from '@scanship/domain/shipping/shipment';
import { ACTION_WORDS, SIGNATURE_WORDS } from './automation-words.ts';
import { InsuranceField } from './InsuranceField.tsx';
import { ServiceList } from './ServiceFields.tsx';
import { ValuesField } from './ValuesField.tsx';

interface Props {
  readonly action: RuleActionDto;
  readonly options: AutomationOptions;
  readonly presets: readonly { readonly id: string; readonly name: string }[];
  readonly invalid: boolean;
  readonly onChange: (action: RuleActionDto) => void;
}

export function ActionRow({ action, options, presets, invalid, onChange }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  return (
    <div className="stack tight">
      <div className="rule-line">
        <span className="rule-word">{i18n._(ACTION_WORDS[action.do])}</span>
        <Value {...{ action, options, presets, invalid, onChange }} />
      </div>
      {'override' in action || canOverride(action) ? (
        <Checkbox
          size="xs"
          label={t`Even if an earlier rule has set this`}
          checked={'override' in action && action.override === true}
          onChange={(e) => onChange({ ...action, override: e.currentTarget.checked })}
        />
      ) : null}
    </div>
  );
}

const canOverride = (
  action: RuleActionDto,
): action is Exclude<RuleActionDto, { do: 'hold' | 'tag' | 'verify' | 'stop' }> =>
  !['hold', 'tag', 'verify', 'stop'].includes(action.do);

function Value({ action, options, presets, invalid, onChange }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const named = (
    label: string,
    list: readonly { readonly id: string; readonly name: string }[],
    value: string,
    change: (id: string) => RuleActionDto,
  ) => (
    <NativeSelect
      aria-label={label}
      value={value}
      data={[
        ...(list.some((each) => each.id === value) ? [] : [{ value, label: t`Removed; choose another` }]),
        ...list.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(e) => onChange(change(e.currentTarget.value))}
    />
  );
  switch (action.do) {
    case 'service':
      return (
        <ServiceList
          options={options}
          services={action.services}
          pick={action.pick}
          onChange={(services, pick) => onChange({ ...action, services, pick })}
        />
      );
    case 'account':
      return (
        <ValuesField
          label={t`Carrier accounts`}
          values={action.grantIds}
          invalid={invalid}
          choices={options.accounts.map(({ grantId, name }) => ({ value: grantId, label: name }))}
          onChange={(grantIds) => onChange({ ...action, grantIds })}
        />
      );
    case 'package':
      return named(t`Package`, options.packages, action.packageId, (packageId) => ({ ...action, packageId }));
    case 'location':
      return named(t`Ship-from address`, options.locations, action.locationId, (locationId) => ({
        ...action,
        locationId,
      }));
    case 'preset':
      return named(t`Preset`, presets, action.presetId, (presetId) => ({ ...action, presetId }));
    case 'insurance':
      return (
        <InsuranceField
          value={action.insurance}
          currency={options.currency}
          invalid={invalid}
          onChange={(insurance) => insurance && onChange({ ...action, insurance })}
        />
      );
    case 'signature':
      return (
        <NativeSelect
          aria-label={t`Signature`}
          value={action.signature}
          data={SIGNATURE_OPTIONS.map((value) => ({ value, label: i18n._(SIGNATURE_WORDS[value]) }))}
          onChange={(e) =>
            onChange({
              ...action,
              signature: SIGNATURE_OPTIONS.find((each) => each === e.currentTarget.value) ?? 'none',
            })
          }
        />
      );
    case 'hold':
      return (
        <>
          <TextInput
            className="grow"
            aria-label={t`Reason of the hold`}
            placeholder={t`Reason, shown with the order`}
            maxLength={200}
            value={action.reason}
            error={invalid && action.reason.trim() === '' ? t`A reason is needed.` : undefined}
            onChange={(e) => onChange({ ...action, reason: e.currentTarget.value })}
          />
          <HoldEndField value={action.until ?? null} onChange={(until) => onChange({ ...action, until })} />
        </>
      );
    case 'tag':
      return (
        <ValuesField
          label={t`Tags`}
          values={action.tags}
          invalid={invalid}
          onChange={(tags) => onChange({ ...action, tags })}
        />
      );
    case 'verify':
    case 'stop':
      return null;
  }
}
