import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { IconX } from '#icons';
import type { BankLineDto, ShownBankPart } from '@scanship/contracts/money/bank';
import { parseMoney, toDecimal } from '@scanship/domain/money/money';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { fieldErrorsOf } from '../../../lib/api-errors.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { bankChanged, choicesQuery, matchLine, TYPING_MS } from './bank-api.ts';
import { Parts } from './what-it-is.tsx';

interface Props {
  readonly of: BankLineDto | undefined;
  readonly onClose: () => void;
}

/** What a line is, by hand: payments that are here already, or new ones of customers, until they come to its amount. */
export function MatchDialog({ of, onClose }: Props) {
  const { t } = useLingui();
  return (
    <Dialog opened={of !== undefined} onClose={onClose} title={t`What is this line?`} size="lg">
      {of && <Form of={of} onClose={onClose} />}
    </Dialog>
  );
}

const keyOf = ({ kind, id }: ShownBankPart): string => `${kind} ${id}`;

function Form({ of, onClose }: Props & { readonly of: BankLineDto }) {
  const { t } = useLingui();
  const format = useFormat();
  const { minor: whole, currency } = of.amount;
  const [search, setSearch] = useState('');
  const [parts, setParts] = useState<readonly ShownBankPart[]>([]);
  const [separate, setSeparate] = useState(false);
  const [rested] = useDebouncedValue(search.trim(), TYPING_MS);
  const choices = useQuery(choicesQuery(of.id, rested));
  const left = whole - parts.reduce((sum, { minor }) => sum + minor, 0);
  const save = useMutation({
    mutationFn: () => matchLine(of.id, parts, separate),
    onSuccess: ({ successMessage }) => {
      notify.success(successMessage ?? t`Matched.`);
      bankChanged();
      onClose();
    },
  });
  const twin = 'separate' in fieldErrorsOf(save.error);
  const chosen = new Set(parts.map(keyOf));
  const add = (part: ShownBankPart): void => {
    save.reset();
    setParts((was) => [...was, part]);
  };
  const remove = (part: ShownBankPart): void => {
    save.reset();
    setSeparate(false);
    setParts((was) => was.filter((each) => keyOf(each) !== keyOf(part)));
  };
  const change = (part: ShownBankPart, minor: number): void =>
    setParts((was) => was.map((each) => (keyOf(each) === keyOf(part) ? { ...each, minor } : each)));
  return (
    <div className="stack wide">
      <div className="bank-break">
        <span className="strong">{format.money(of.amount)}</span> {[of.party, of.text].filter(Boolean).join(' · ')}
      </div>
      {of.proposals.length > 0 && parts.length === 0 && (
        <div className="stack">
          <h3>
            <Trans>Proposed</Trans>
          </h3>
          {of.proposals.map((proposal) => (
            <div className="row" key={proposal.parts.map(keyOf).join(' ')}>
              <div className="grow">
                <Parts parts={proposal.parts} currency={currency} />
              </div>
              <Button size="compact-sm" variant="default" onClick={() => setParts(proposal.parts)}>
                <Trans>Choose</Trans>
              </Button>
            </div>
          ))}
        </div>
      )}
      {parts.length > 0 && (
        <div className="stack" data-testid="bank-chosen">
          {parts.map((part) => (
            <Chosen
              key={keyOf(part)}
              part={part}
              currency={currency}
              onChange={(minor) => change(part, minor)}
              onRemove={() => remove(part)}
            />
          ))}
          <div className={left === 0 ? 'dim small' : 'strong small'} role="status">
            {left === 0 ? (
              <Trans>The amounts add up.</Trans>
            ) : (
              <Trans>{format.money({ minor: left, currency })} left to match</Trans>
            )}
          </div>
        </div>
      )}
      <TextInput
        aria-label={t`Search payments and customers`}
        placeholder={t`Name, invoice number, reference or amount`}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Loaded query={choices}>
        {({ entered, buyers }) => (
          <div className="bank-choices">
            {entered.length > 0 && (
              <h3>
                {whole < 0 ? (
                  <Trans>Refunds and payouts</Trans>
                ) : (
                  <Trans>Payments and payouts without a bank line</Trans>
                )}
              </h3>
            )}
            {entered
              .filter((part) => !chosen.has(keyOf(part)))
              .map((part) => (
                <div className="row" key={keyOf(part)}>
                  <div className="grow">
                    <Parts parts={[part]} currency={currency} />
                  </div>
                  <span className="num">{format.money({ minor: part.minor, currency })}</span>
                  <Button size="compact-sm" variant="default" onClick={() => add(part)}>
                    <Trans>Add</Trans>
                  </Button>
                </div>
              ))}
            {buyers.length > 0 && (
              <h3>
                <Trans>Enter a new payment</Trans>
              </h3>
            )}
            {buyers
              .filter(({ id }) => !chosen.has(`new ${id}`))
              .map(({ id, name, owedMinor, invoices }) => (
                <div className="row" key={id}>
                  <div className="grow">
                    <div>{name}</div>
                    <div className="dim small">
                      {owedMinor > 0 ? (
                        <Trans>
                          {format.money({ minor: owedMinor, currency })} open:{' '}
                          {invoices
                            .slice(0, 4)
                            .map(({ number }) => number)
                            .join(', ')}
                        </Trans>
                      ) : (
                        <Trans>No invoice is open</Trans>
                      )}
                    </div>
                  </div>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={t`Add a payment by ${name}`}
                    onClick={() =>
                      add({
                        kind: 'new',
                        id,
                        minor: left > 0 ? left : whole,
                        who: name,
                        day: null,
                        note: '',
                        test: false,
                      })
                    }
                  >
                    <Trans>Add</Trans>
                  </Button>
                </div>
              ))}
            {entered.length === 0 && buyers.length === 0 && (
              <p className="dim">
                <Trans>No results</Trans>
              </p>
            )}
          </div>
        )}
      </Loaded>
      {save.error && <ErrorState compact error={save.error} />}
      {twin && (
        <Checkbox
          label={t`It is another payment: enter it too`}
          checked={separate}
          onChange={(event) => setSeparate(event.currentTarget.checked)}
        />
      )}
      <div className="row end">
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          loading={save.isPending}
          disabled={parts.length === 0 || left !== 0 || parts.some(({ minor }) => minor === 0) || (twin && !separate)}
          onClick={() => save.mutate()}
        >
          <Trans>Confirm the match</Trans>
        </Button>
      </div>
    </div>
  );
}

interface ChosenProps {
  readonly part: ShownBankPart;
  readonly currency: string;
  readonly onChange: (minor: number) => void;
  readonly onRemove: () => void;
}
/** The amount of what is here already is fixed; that of a new payment is not. */
function Chosen({ part, currency, onChange, onRemove }: ChosenProps) {
  const { t } = useLingui();
  const format = useFormat();
  const [text, setText] = useState(toDecimal({ minor: part.minor, currency }));
  const wrong = part.minor === 0 ? t`Enter an amount.` : undefined;
  const { who } = part;
  return (
    <div className="row">
      <div className="grow">
        <Parts parts={[part]} currency={currency} />
      </div>
      {part.kind === 'new' ? (
        <TextInput
          className="bank-amount"
          aria-label={t`Amount of the payment by ${who}`}
          inputMode="decimal"
          value={text}
          error={wrong}
          onChange={(event) => {
            setText(event.currentTarget.value);
            // What is not an amount is none: what was there before would be booked unseen.
            onChange(Math.max(0, parseMoney(event.currentTarget.value, currency)?.minor ?? 0));
          }}
        />
      ) : (
        <span className="num">{format.money({ minor: part.minor, currency })}</span>
      )}
      <ActionIcon variant="subtle" aria-label={t`Remove`} onClick={onRemove}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}
