/** Which carrier and service a batch ships with: asked before its plan is made. */
import { Select } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { optionsQuery } from '../../automation/automation-api.ts';
import { openBatchPlan } from '../../batches/batch-store.ts';
import { type ServiceChoice, serviceChoices } from '../model/service-choices.ts';
import { type DialogProps, QuestionForm } from './ActionDialogs.tsx';

export function ServiceDialog(props: DialogProps) {
  const { t } = useLingui();
  const options = useQuery(optionsQuery);
  const [value, setValue] = useState<string | null>(null);
  const groups = serviceChoices(options.data?.accounts ?? []);
  const choices = groups.flatMap(({ items }) => items);
  const chosen = choices.find((each) => each.value === value);
  const plan = () => {
    if (!chosen) return;
    props.onClose();
    openBatchPlan({ kind: 'service', service: chosen.service, ...props.target.selection });
  };
  return (
    <QuestionForm
      {...props}
      id="chosenCarrier"
      confirm={t`Plan the labels`}
      ready={chosen !== undefined}
      onSubmit={plan}
    >
      {options.isError ? (
        <ErrorState compact error={options.error} onRetry={() => void options.refetch()} />
      ) : options.isSuccess && choices.length === 0 ? (
        <>
          <p>
            <Trans>No carrier account has a service to choose. Connect a carrier, or switch its services on.</Trans>
          </p>
          <LinkButton variant="default" to="/carrier-manager" onClick={props.onClose}>
            <Trans>Carriers</Trans>
          </LinkButton>
        </>
      ) : (
        <Select
          label={t`Carrier and service`}
          description={t`Nothing is bought yet: the plan shows the price of each label first.`}
          placeholder={t`Type a carrier or a service`}
          nothingFoundMessage={options.isPending ? t`Loading…` : t`No service matches.`}
          data={groups}
          value={value}
          onChange={setValue}
          renderOption={({ option }) => <OptionName choice={choices.find((each) => each.value === option.value)} />}
          searchable
          openOnFocus={false}
          maxDropdownHeight={240}
          data-autofocus
        />
      )}
    </QuestionForm>
  );
}

/** The account stands above its services: only who cannot see that hears the carrier with each. */
function OptionName({ choice }: { readonly choice: ServiceChoice | undefined }) {
  if (!choice) return null;
  const { label, name } = choice;
  return (
    <span>
      <span className="sr-only">{label.slice(0, label.length - name.length)}</span>
      {name}
    </span>
  );
}
