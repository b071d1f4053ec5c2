import '../customers.css';
import { NativeSelect } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountsQuery } from '../../carriers/carriers-api.ts';
import LendingDialog, { type LendingSubject } from './LendingDialog.tsx';

/** Says of several customers at once whether an account is lent to them. */
export default function LendToSelected({
  customers,
}: {
  readonly customers: readonly { readonly id: string; readonly name: string }[];
}) {
  const { t } = useLingui();
  const accounts = useQuery(accountsQuery).data?.accounts ?? [];
  const [subject, setSubject] = useState<LendingSubject>();
  const [open, setOpen] = useState(false);
  const [first] = customers;
  const count = customers.length;
  const choose = (id: string) => {
    const account = accounts.find((one) => one.id === id);
    if (!account || !first) return;
    setSubject({
      account,
      kind: 'buyer',
      ids: customers.map((one) => one.id),
      who: count === 1 ? first.name : t`${count} customers`,
      said: { lent: true, leftOut: [] },
      otherwise: t`What their group, their plan or the line for everybody says.`,
    });
    setOpen(true);
  };
  if (accounts.length === 0) return null;
  return (
    <>
      <NativeSelect
        label={t`Carrier lent to the selected`}
        value=""
        data={[
          { value: '', label: t`Choose an account`, disabled: true },
          ...accounts.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={({ currentTarget: { value } }) => choose(value)}
      />
      <LendingDialog opened={open} subject={subject} onClose={() => setOpen(false)} />
    </>
  );
}
