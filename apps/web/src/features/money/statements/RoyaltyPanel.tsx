import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { RoyaltyData } from '@scanship/contracts/money/commissions';
import type { RoyaltyBasis } from '@scanship/domain/money/earnings';
import { money, parseMoney, toDecimal } from '@scanship/domain/money/money';
import { monthOf } from '@scanship/domain/money/statement';
import { notify } from '../../../app/notify.ts';
import { useProfile } from '../../../app/profile.ts';
import { queryClient } from '../../../app/query-client.ts';
import { useFormat } from '../../../app/use-format.ts';
import { fieldErrorsOf } from '../../../lib/api-errors.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { basisPoints, percentText } from './percent.ts';
import { royaltiesQuery, setRoyalty } from './statements-api.ts';
import { useMonth } from './statement-words.ts';

type Franchise = RoyaltyData['franchises'][number];

/** What the platform asks of each franchise, and what it came to. */
export function RoyaltyPanel() {
  const { t } = useLingui();
  const format = useFormat();
  const month = useMonth();
  const { rights } = useProfile();
  const royalties = useQuery(royaltiesQuery);
  const [edited, setEdited] = useState<Franchise>();
  if (royalties.isError)
    return (
      <div className="card">
        <ErrorState error={royalties.error} onRetry={() => void royalties.refetch()} />
      </div>
    );
  if (!royalties.data) return <Skeletons rows={6} height={30} />;
  const { franchises, months } = royalties.data;
  return (
    <>
      <section className="card" aria-label={t`Royalty terms`}>
        {franchises.length === 0 ? (
          <EmptyState title={t`No franchises yet`} />
        ) : (
          <TableWrap label={t`Royalty terms`}>
            <table className="plain-table">
              <thead>
                <tr>
                  <th scope="col">
                    <Trans>Franchise</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Royalty</Trans>
                  </th>
                  <th scope="col" className="end">
                    <Trans>Each label</Trans>
                  </th>
                  <th scope="col" className="end">
                    <Trans>Monthly minimum</Trans>
                  </th>
                  <th scope="col" className="end">
                    <Trans>What to do</Trans>
                  </th>
                </tr>
              </thead>
              <tbody>
                {franchises.map((franchise) => {
                  const { terms } = franchise;
                  const show = (minor: number) => (terms ? format.money({ minor, currency: terms.currency }) : '–');
                  return (
                    <tr key={franchise.id}>
                      <th scope="row">{franchise.name}</th>
                      <td>
                        {terms === null ? (
                          <Trans context="royalty">None</Trans>
                        ) : terms.basis === 'revenue' ? (
                          <Trans>
                            {percentText(terms.rateBp, format.locale)} of revenue, from {month(terms.firstMonth)}
                          </Trans>
                        ) : (
                          <Trans>
                            {percentText(terms.rateBp, format.locale)} of margin, from {month(terms.firstMonth)}
                          </Trans>
                        )}
                      </td>
                      <td className="end num">{show(terms?.perLabelMinor ?? 0)}</td>
                      <td className="end num">{show(terms?.minimumMinor ?? 0)}</td>
                      <td className="end">
                        {rights.includes('money.pricing') && (
                          <Button
                            size="compact-sm"
                            variant="default"
                            aria-label={t`Change the royalty of ${franchise.name}`}
                            onClick={() => setEdited(franchise)}
                          >
                            <Trans>Change</Trans>
                          </Button>
                        )}
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </TableWrap>
        )}
      </section>
      <section className="card" aria-label={t`Royalties by month`}>
        {months.length === 0 ? (
          <EmptyState title={t`No royalties yet`}>
            <Trans>They are booked when a month of the platform is closed.</Trans>
          </EmptyState>
        ) : (
          <TableWrap label={t`Royalties by month`}>
            <table className="plain-table">
              <thead>
                <tr>
                  <th scope="col">
                    <Trans>Month</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Franchise</Trans>
                  </th>
                  <th scope="col" className="end">
                    <Trans>Share</Trans>
                  </th>
                  <th scope="col" className="end">
                    <Trans>Labels</Trans>
                  </th>
                  <th scope="col" className="end">
                    <Trans>Up to the minimum</Trans>
                  </th>
                  <th scope="col" className="end">
                    <Trans>Royalty</Trans>
                  </th>
                </tr>
              </thead>
              <tbody>
                {months.map((row) => (
                  <tr key={row.id}>
                    <th scope="row">{month(row.month)}</th>
                    <td>{row.franchiseName}</td>
                    <td className="end num">{format.money(row.share)}</td>
                    <td className="end num">{format.money(row.labels)}</td>
                    <td className="end num">{format.money(row.topUp)}</td>
                    <td className="end num strong">{format.money(row.total)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableWrap>
        )}
      </section>
      {edited && <TermsDialog key={edited.id} franchise={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}

function TermsDialog({ franchise, onClose }: { readonly franchise: Franchise; readonly onClose: () => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const { currency } = franchise;
  const held = franchise.terms;
  const decimal = (minor: number) => toDecimal(money(minor, currency));
  const [basis, setBasis] = useState<RoyaltyBasis>(held?.basis ?? 'revenue');
  const [rate, setRate] = useState(String((held?.rateBp ?? 0) / 100));
  const [label, setLabel] = useState(decimal(held?.perLabelMinor ?? 0));
  const [least, setLeast] = useState(decimal(held?.minimumMinor ?? 0));
  const [first, setFirst] = useState(format.today().slice(0, 7));
  const rateBp = basisPoints(rate);
  const perLabel = parseMoney(label, currency);
  const minimum = parseMoney(least, currency);
  const ready = rateBp !== undefined && perLabel !== undefined && minimum !== undefined && /^\d{4}-\d{2}$/.test(first);
  const save = useMutation({
    mutationFn: () =>
      setRoyalty(franchise.id, {
        basis,
        rateBp: rateBp ?? 0,
        perLabelMinor: perLabel?.minor ?? 0,
        minimumMinor: minimum?.minor ?? 0,
        currency,
        firstMonth: monthOf(`${first}-01`),
      }),
    onSuccess: ({ data, successMessage }) => {
      queryClient.setQueryData(royaltiesQuery.queryKey, data);
      notify.success(successMessage ?? t`Royalty saved.`);
      onClose();
    },
  });
  const refused = fieldErrorsOf(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) save.mutate();
  };
  return (
    <Dialog opened onClose={onClose} title={t`Royalty of ${franchise.name}`} centered>
      <form className="stack" onSubmit={submit}>
        {save.error && Object.keys(refused).length === 0 && <ErrorState compact error={save.error} />}
        <NativeSelect
          label={t`A share of`}
          value={basis}
          data={[
            { value: 'revenue', label: t`Revenue before taxes` },
            { value: 'margin', label: t`Margin before taxes` },
          ]}
          onChange={(event) => setBasis(event.currentTarget.value === 'margin' ? 'margin' : 'revenue')}
        />
        <TextInput
          label={t`Percent`}
          inputMode="decimal"
          value={rate}
          error={
            refused.rateBp ?? (rateBp === undefined ? t`Enter a percentage from 0 to 100, such as 2.5.` : undefined)
          }
          onChange={(event) => setRate(event.currentTarget.value)}
        />
        <TextInput
          label={t`For each label (${currency})`}
          inputMode="decimal"
          value={label}
          error={refused.perLabelMinor ?? (perLabel ? undefined : t`Enter an amount such as 0.05.`)}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <TextInput
          label={t`Monthly minimum (${currency})`}
          inputMode="decimal"
          value={least}
          error={refused.minimumMinor ?? (minimum ? undefined : t`Enter an amount such as 500.00.`)}
          onChange={(event) => setLeast(event.currentTarget.value)}
        />
        <TextInput
          type="month"
          label={t`From the month`}
          value={first}
          error={refused.firstMonth}
          onChange={(event) => setFirst(event.currentTarget.value)}
        />
        <div className="row end">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!ready}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
