import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BANK_LINE_STATES, type BankAccount, type BankLineDto } from '@scanship/contracts/money/bank';
import { notify } from '../../../app/notify.ts';
import { useProfile } from '../../../app/profile.ts';
import { useFormat } from '../../../app/use-format.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { AsideDialog } from './AsideDialog.tsx';
import { bankChanged, linesQuery, matchLine, PAGE_SIZE, TYPING_MS, undoLine } from './bank-api.ts';
import { MatchDialog } from './MatchDialog.tsx';
import { Aside, Parts, ProposalWords } from './what-it-is.tsx';

type State = (typeof BANK_LINE_STATES)[number] | '';

interface Props {
  readonly account: BankAccount;
  readonly mayKeep: boolean;
  readonly onUpload: () => void;
}

/** Lines of an account, newest first: what each is or may be. Nothing is booked before somebody presses. */
export function LinesCard({ account, mayKeep, onUpload }: Props) {
  const { t } = useLingui();
  const [page, setPage] = useState(1);
  const [state, setState] = useState<State>(account.lines > 0 && account.open === 0 ? '' : 'open');
  const [search, setSearch] = useState('');
  const [matching, setMatching] = useState<BankLineDto>();
  const [setting, setSetting] = useState<BankLineDto>();
  const [undoing, setUndoing] = useState<BankLineDto>();
  const [wanted] = useDebouncedValue(search.trim(), TYPING_MS);
  const lines = useQuery(
    linesQuery({
      accountId: account.id,
      page,
      ...(state === '' ? {} : { state }),
      ...(wanted === '' ? {} : { search: wanted }),
    }),
  );
  const confirm = useMutation({
    mutationFn: (line: BankLineDto) => matchLine(line.id, line.proposals[0]?.parts ?? []),
    onSuccess: ({ successMessage }) => {
      notify.success(successMessage ?? t`Matched.`);
      bankChanged();
    },
  });
  const undo = useMutation({
    mutationFn: (line: BankLineDto) => undoLine(line.id),
    onSuccess: ({ successMessage }) => {
      notify.success(successMessage ?? t`The line is open again.`);
      setUndoing(undefined);
      bankChanged();
    },
  });
  const words: Readonly<Record<(typeof BANK_LINE_STATES)[number], string>> = {
    open: t`To decide`,
    matched: t`Matched`,
    aside: t`Not a payment`,
  };
  return (
    <section className="card" aria-label={t`Lines`}>
      <div className="card-head">
        <TextInput
          className="grow"
          aria-label={t`Search lines`}
          placeholder={t`Search by name, text or amount`}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setPage(1);
          }}
        />
        <NativeSelect
          aria-label={t`State`}
          value={state}
          data={[
            { value: '', label: t`All lines` },
            ...BANK_LINE_STATES.map((value) => ({ value, label: words[value] })),
          ]}
          onChange={(event) => {
            setState(BANK_LINE_STATES.find((each) => each === event.currentTarget.value) ?? '');
            setPage(1);
          }}
        />
      </div>
      {confirm.error && (
        <div className="card-body">
          <ErrorState compact error={confirm.error} />
        </div>
      )}
      <Loaded query={lines}>
        {(data) =>
          data.lines.length > 0 ? (
            <>
              <TableWrap label={t`Lines`}>
                <table className="plain-table bank-lines" data-testid="bank-lines">
                  <thead>
                    <tr>
                      <th>{t`Day`}</th>
                      <th>{t`Who and what`}</th>
                      <th className="num">{t`Amount`}</th>
                      <th>{t`What it is`}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {data.lines.map((line) => (
                      <Line
                        key={line.id}
                        line={line}
                        mayKeep={mayKeep}
                        busy={confirm.isPending && confirm.variables.id === line.id}
                        onConfirm={() => confirm.mutate(line)}
                        onMatch={() => setMatching(line)}
                        onAside={() => setSetting(line)}
                        onUndo={() => setUndoing(line)}
                      />
                    ))}
                  </tbody>
                </table>
              </TableWrap>
              <Pager page={page} size={PAGE_SIZE} total={data.totalRecords} onPage={setPage} />
            </>
          ) : account.lines === 0 ? (
            <EmptyState
              title={t`No lines yet`}
              actions={
                mayKeep && (
                  <Button onClick={onUpload}>
                    <Trans>Upload a statement</Trans>
                  </Button>
                )
              }
            >
              <Trans>Lines of the statements you upload will appear here.</Trans>
            </EmptyState>
          ) : state === 'open' && wanted === '' ? (
            <EmptyState title={t`Every line is explained`}>
              <Trans>Upload the next statement when your bank has it.</Trans>
            </EmptyState>
          ) : (
            <EmptyState title={t`No results`} />
          )
        }
      </Loaded>
      <MatchDialog of={matching} onClose={() => setMatching(undefined)} />
      <AsideDialog of={setting} onClose={() => setSetting(undefined)} />
      <ConfirmDialog
        opened={undoing !== undefined}
        title={t`Open this line again`}
        confirm={t`Open again`}
        busy={undo.isPending}
        onConfirm={() => undoing && undo.mutate(undoing)}
        onClose={() => {
          undo.reset();
          setUndoing(undefined);
        }}
      >
        <div className="stack">
          {undoing?.state === 'aside' ? (
            <Trans>Its reason is removed, and it waits to be decided.</Trans>
          ) : (
            <Trans>
              Payments that were entered from this line are reversed, and the customer owes them again. Payments that
              were entered by hand stay.
            </Trans>
          )}
          {undo.error && <ErrorState compact error={undo.error} />}
        </div>
      </ConfirmDialog>
    </section>
  );
}

interface LineProps {
  readonly line: BankLineDto;
  readonly mayKeep: boolean;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onMatch: () => void;
  readonly onAside: () => void;
  readonly onUndo: () => void;
}
function Line({ line, mayKeep, busy, onConfirm, onMatch, onAside, onUndo }: LineProps) {
  const { t } = useLingui();
  const format = useFormat();
  const mayUndo = useProfile().rights.includes('money.refund');
  const [best] = line.proposals;
  const what = [line.text, line.reference].filter((text) => text !== '' && text !== line.party).join(' · ');
  const amount = format.money(line.amount);
  return (
    <tr>
      <td className="bank-day">
        {format.day(line.bookedOn)}
        {line.valueOn && line.valueOn !== line.bookedOn && (
          <div className="dim small">
            <Trans>Value {format.day(line.valueOn)}</Trans>
          </div>
        )}
      </td>
      <td className="bank-break">
        {line.party !== '' && <div className="strong">{line.party}</div>}
        <div className={line.party === '' ? undefined : 'dim small'}>{what}</div>
      </td>
      <td className="num">{amount}</td>
      <td>
        <div className="bank-what">
          <div className="grow">
            {line.state === 'open' && (best ? <ProposalWords proposal={best} line={line} /> : <Unknown />)}
            {line.state === 'matched' && <Parts parts={line.parts} currency={line.amount.currency} />}
            {line.state === 'aside' && line.aside && <Aside {...line.aside} />}
          </div>
          {line.state === 'open' && mayKeep && (
            <div className="row">
              {best && (
                <Button
                  size="compact-sm"
                  variant={best.sure ? 'filled' : 'default'}
                  loading={busy}
                  aria-label={t`Confirm ${amount} of ${line.party || what}`}
                  onClick={onConfirm}
                >
                  <Trans>Confirm</Trans>
                </Button>
              )}
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={t`Match ${amount} of ${line.party || what}`}
                onClick={onMatch}
              >
                <Trans>Match</Trans>
              </Button>
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={t`${amount} of ${line.party || what} is not a payment`}
                onClick={onAside}
              >
                <Trans>Not a payment</Trans>
              </Button>
            </div>
          )}
          {line.state !== 'open' && mayUndo && (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={t`Undo ${amount} of ${line.party || what}`}
              onClick={onUndo}
            >
              <Trans>Undo</Trans>
            </Button>
          )}
        </div>
      </td>
    </tr>
  );
}

const Unknown = () => (
  <span className="dim">
    <Trans>No match found</Trans>
  </span>
);
