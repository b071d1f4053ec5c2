import { Button, NativeSelect } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus, IconX } from '#icons';
import type { AutomationOptions, ConditionDto } from '@scanship/contracts/shipping/automation';
import { ConditionRow } from './ConditionRow.tsx';
import { blankCondition } from './rule-model.ts';

type Group = Extract<ConditionDto, { match: unknown }>;
interface Props {
  readonly group: Group;
  readonly options: AutomationOptions;
  readonly invalid: boolean;
  readonly onChange: (group: Group) => void;
}

/** Conditions that count as one among the others: any of them, or all. */
export function ConditionGroup({ group, options, invalid, onChange }: Props) {
  const { t } = useLingui();
  const { conditions } = group;
  const set = (next: Group['conditions']) => onChange({ ...group, conditions: next });
  return (
    <fieldset className="rule-group">
      <legend className="sr-only">{t`Group of conditions`}</legend>
      <NativeSelect
        aria-label={t`How the conditions of the group go together`}
        value={group.match}
        data={[
          { value: 'any', label: t`any of these holds` },
          { value: 'all', label: t`all of these hold` },
        ]}
        onChange={(event) => onChange({ ...group, match: event.currentTarget.value === 'all' ? 'all' : 'any' })}
      />
      <ul className="stack tight">
        {conditions.map((condition, index) => (
          // A row has no name of its own; one that is removed takes its typing along.
          <li key={index} className="rule-row">
            <div className="grow">
              <ConditionRow
                condition={condition}
                options={options}
                invalid={invalid}
                onChange={(next) => set(conditions.with(index, next))}
              />
            </div>
            {conditions.length > 1 && (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={t`Remove condition ${index + 1} of the group`}
                onClick={() => set(conditions.toSpliced(index, 1))}
              >
                <IconX size={15} aria-hidden />
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => set([...conditions, blankCondition('country', options.currency)])}
      >
        <Trans>Add a condition to the group</Trans>
      </Button>
    </fieldset>
  );
}
