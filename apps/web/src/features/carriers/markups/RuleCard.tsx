import { ActionIcon, MultiSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowDown, IconArrowUp, IconTrash } from '#icons';
import type { MarkupRemark } from '@scanship/contracts/money/markups';
import { Badge } from '../../../ui/Badge.tsx';
import type { DraftField, RuleDraft } from './markup-draft.ts';
import { useRemarkWords } from './remark-words.ts';

export interface CarrierChoice {
  readonly id: string;
  readonly name: string;
  readonly services: readonly { readonly code: string; readonly name: string }[];
}
interface Props {
  readonly number: number;
  readonly of: number;
  readonly draft: RuleDraft;
  readonly currency: string;
  readonly carriers: readonly CarrierChoice[];
  readonly wrong: readonly DraftField[];
  readonly remarks: readonly MarkupRemark[];
  readonly onChange: (draft: RuleDraft) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

type TextField = { [F in DraftField]: RuleDraft[F] extends string ? F : never }[DraftField];

/** One rule: what it adds, and to what. */
export function RuleCard({ number, of, draft, currency, carriers, wrong, remarks, onChange, onMove, onRemove }: Props) {
  const { t } = useLingui();
  const words = useRemarkWords();
  const text = (
    field: TextField,
    label: string,
    more: { hint?: string; type?: string; width?: string; wrong?: string } = {},
  ) => (
    <TextInput
      key={field}
      className={more.width ?? 'w3'}
      label={label}
      type={more.type ?? 'text'}
      description={more.hint}
      value={draft[field]}
      error={wrong.includes(field) ? (more.wrong ?? t`This cannot be read.`) : undefined}
      onChange={(event) => onChange({ ...draft, [field]: event.currentTarget.value })}
    />
  );
  const chosen = carriers.filter((one) => draft.carriers.length === 0 || draft.carriers.includes(one.id));
  const known = new Map(chosen.flatMap((one) => one.services.map(({ code, name }) => [code, `${name} (${code})`])));
  // What was chosen once stays choosable, also when its account is gone.
  for (const code of draft.services) if (!known.has(code)) known.set(code, code);
  const carrierNames = new Map(carriers.map((one) => [one.id, one.name]));
  for (const id of draft.carriers) if (!carrierNames.has(id)) carrierNames.set(id, id);
  const pick = (names: ReadonlyMap<string, string>) => [...names].map(([value, label]) => ({ value, label }));
  return (
    <li className="card" aria-label={t`Rule ${number}`} data-testid="markup-rule">
      <div className="card-head">
        <h3 className="grow">
          <Trans>Rule {number}</Trans>
        </h3>
        <ActionIcon
          variant="subtle"
          aria-label={t`Move rule ${number} up`}
          disabled={number === 1}
          onClick={() => onMove(-1)}
        >
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          aria-label={t`Move rule ${number} down`}
          disabled={number === of}
          onClick={() => onMove(1)}
        >
          <IconArrowDown size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="subtle" color="red.9" aria-label={t`Remove rule ${number}`} onClick={onRemove}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </div>
      <div className="card-body stack">
        <div className="fields">
          {text('percent', t`Percent`, { hint: t`Of the price before taxes` })}
          {text('offList', t`Off the list price (%)`, {
            hint: t`Instead of a percentage; only where the carrier tells a list price`,
            wrong: t`0 to 100, and no percentage beside it.`,
          })}
          {text('fixed', t`Fixed amount (${currency})`, { hint: t`Added to it; may be negative` })}
          {text('floor', t`Adds at least (${currency})`, { hint: t`Optional` })}
          {text('cap', t`Adds at most (${currency})`, { hint: t`Optional` })}
          <MultiSelect
            className="w6"
            label={t`Carriers`}
            placeholder={draft.carriers.length === 0 ? t`All carriers` : ''}
            data={pick(carrierNames)}
            value={[...draft.carriers]}
            searchable
            onChange={(values) => onChange({ ...draft, carriers: values })}
          />
          <MultiSelect
            className="w6"
            label={t`Services`}
            placeholder={draft.services.length === 0 ? t`All services` : ''}
            data={pick(known)}
            value={[...draft.services]}
            searchable
            limit={200}
            onChange={(values) => onChange({ ...draft, services: values })}
          />
          {text('zones', t`Zones`, {
            hint: t`domestic, international, a country (US) or a province (CA-BC); empty: all`,
            width: 'w6',
          })}
          {text('fromKg', t`From weight (kg)`)}
          {text('toKg', t`To weight (kg)`)}
          {text('firstDay', t`First day`, { type: 'date' })}
          {text('lastDay', t`Last day`, { type: 'date' })}
          {text('name', t`Note`, { width: 'w6' })}
        </div>
        {remarks.length > 0 && (
          <ul className="stack tight" aria-label={t`Remarks on rule ${number}`}>
            {remarks.map((remark) => (
              <li key={`${remark.code} ${remark.with ?? ''}`} className="row tight small" data-testid="markup-remark">
                <Badge tone={remark.kind === 'never' ? 'bad' : remark.kind === 'useless' ? 'warn' : 'info'}>
                  {remark.kind === 'never' ? t`Never applied` : remark.kind === 'useless' ? t`No effect` : t`Adds up`}
                </Badge>
                <span>{words(remark)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}
