import { Button, NativeSelect } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus, IconX } from '#icons';
import type { AutomationOptions } from '@scanship/contracts/shipping/automation';
import { type OfferPick, PICKS, type ServiceChoice } from '@scanship/domain/automation/automation';
import { PICK_WORDS } from './automation-words.ts';

const keyOf = ({ carrier, grantId, service }: ServiceChoice): string => JSON.stringify([carrier, grantId, service]);

/** Every service that can be chosen, under its key. Accounts of one carrier are named only where there are several. */
function useServices(
  options: AutomationOptions,
): readonly { readonly value: string; readonly label: string; readonly choice: ServiceChoice }[] {
  const { t } = useLingui();
  const carriers = [...new Map(options.accounts.map((each) => [each.carrier, each.carrierName]))];
  return carriers.flatMap(([carrier, carrierName]) => {
    const accounts = options.accounts.filter((each) => each.carrier === carrier);
    const codes = new Map(accounts.flatMap((each) => each.services.map(({ code, name }) => [code, name] as const)));
    const entry = (grantId: string | null, service: string | null, label: string) => {
      const choice = { carrier, grantId, service };
      return { value: keyOf(choice), label, choice };
    };
    return [
      entry(null, null, t`${carrierName}: any service`),
      ...[...codes].map(([code, name]) => entry(null, code, `${carrierName} ${name}`)),
      ...(accounts.length > 1
        ? accounts.flatMap((account) => [
            entry(account.grantId, null, t`${account.name}: any service`),
            ...account.services.map(({ code, name }) => entry(account.grantId, code, `${account.name}: ${name}`)),
          ])
        : []),
    ];
  });
}

interface OneProps {
  readonly options: AutomationOptions;
  readonly value: ServiceChoice | null;
  readonly onChange: (value: ServiceChoice | null) => void;
  readonly label: string;
  /** The word for nothing chosen; absent: something has to be. */
  readonly none?: string;
}
export function ServiceSelect({ options, value, onChange, label, none }: OneProps) {
  const services = useServices(options);
  const now = value ? keyOf(value) : '';
  const known = now === '' || services.some((each) => each.value === now);
  return (
    <NativeSelect
      aria-label={label}
      value={now}
      data={[
        ...(none === undefined ? [] : [{ value: '', label: none }]),
        // What is gone stays readable until the person chooses anew.
        ...(known || !value ? [] : [{ value: now, label: `${value.carrier} ${value.service ?? ''}` }]),
        ...services.map(({ value: key, label: word }) => ({ value: key, label: word })),
      ]}
      onChange={(e) => onChange(services.find((each) => each.value === e.currentTarget.value)?.choice ?? null)}
    />
  );
}

interface ManyProps {
  readonly options: AutomationOptions;
  readonly services: readonly ServiceChoice[];
  readonly pick: OfferPick;
  readonly onChange: (services: ServiceChoice[], pick: OfferPick) => void;
}
/** One service or a list of them, and which of the list is bought. */
export function ServiceList({ options, services, pick, onChange }: ManyProps) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const [account] = options.accounts;
  return (
    <div className="stack tight grow">
      {services.map((service, index) => (
        <div key={`${index} ${keyOf(service)}`} className="row tight">
          <div className="grow">
            <ServiceSelect
              label={t`Service ${index + 1}`}
              options={options}
              value={service}
              onChange={(value) => value && onChange(services.with(index, value), pick)}
            />
          </div>
          {services.length > 1 && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={t`Remove service ${index + 1}`}
              onClick={() => onChange(services.toSpliced(index, 1), pick)}
            >
              <IconX size={15} aria-hidden />
            </Button>
          )}
        </div>
      ))}
      <div className="row tight">
        {account && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange([...services, { carrier: account.carrier, grantId: null, service: null }], pick)}
          >
            <Trans>Another service</Trans>
          </Button>
        )}
        <NativeSelect
          aria-label={t`Which of them`}
          value={pick}
          data={PICKS.map((value) => ({ value, label: i18n._(PICK_WORDS[value]) }))}
          onChange={(e) => onChange([...services], PICKS.find((each) => each === e.currentTarget.value) ?? 'cheapest')}
        />
      </div>
    </div>
  );
}
