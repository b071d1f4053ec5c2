/** The account at the carrier that duties are billed to, where it is neither ours nor the person at the door. */
import { NativeSelect, TextInput } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import type { CustomsDto } from '@scanship/contracts/common';
import { DUTIES_ACCOUNT_HOLDERS, type DutiesAccountHolder } from '@scanship/domain/shipping/shipment';
import { useState } from 'react';

type DutiesAccount = CustomsDto['dutiesAccount'];
interface Props {
  readonly paidBy: CustomsDto['dutiesPaidBy'];
  /** Where the parcel goes: most receivers' accounts are registered there. */
  readonly to: { readonly countryCode: string; readonly zipcode: string };
  readonly value: DutiesAccount;
  readonly onChange: (next: DutiesAccount) => void;
}

const NUMBER = /^[0-9A-Za-z]{4,12}$/;
const COUNTRY = /^[A-Z]{2}$/;

export function DutiesAccountFields({ paidBy, to, value, onChange }: Props) {
  const { t } = useLingui();
  const [holder, setHolder] = useState<DutiesAccountHolder | ''>(value?.holder ?? '');
  const [typed, setTyped] = useState({
    number: value?.number ?? '',
    countryCode: value?.countryCode ?? '',
    postalCode: value?.postalCode ?? '',
  });
  const holders = { receiver: t`The receiver’s account`, 'third-party': t`A third party’s account` };
  const offered = DUTIES_ACCOUNT_HOLDERS.filter((each) => each !== 'receiver' || paidBy === 'Receiver');
  const chosen = offered.find((each) => each === holder) ?? '';
  const number = typed.number.trim();
  // What is no account yet is kept here, so that rates are not asked for with it.
  const tell = (of: DutiesAccountHolder | '', account: typeof typed) =>
    onChange(
      of !== '' && NUMBER.test(account.number.trim())
        ? {
            holder: of,
            number: account.number.trim(),
            countryCode: COUNTRY.test(account.countryCode) ? account.countryCode : null,
            postalCode: account.postalCode.trim() || null,
          }
        : null,
    );
  const choose = (next: DutiesAccountHolder | '') => {
    const account =
      next === 'receiver' && typed.postalCode === ''
        ? { ...typed, countryCode: to.countryCode, postalCode: to.zipcode }
        : typed;
    setHolder(next);
    setTyped(account);
    tell(next, account);
  };
  const type = (change: Partial<typeof typed>) => {
    const account = { ...typed, ...change };
    setTyped(account);
    tell(chosen, account);
  };
  return (
    <div className="fields" data-testid="duties-account">
      <NativeSelect
        className="w6"
        label={t`Duties are billed to`}
        value={chosen}
        data={[
          { value: '', label: paidBy === 'Shipper' ? t`The carrier account that ships` : t`The receiver, at delivery` },
          ...offered.map((each) => ({ value: each, label: holders[each] })),
        ]}
        onChange={(e) => choose(offered.find((each) => each === e.currentTarget.value) ?? '')}
      />
      {chosen !== '' && (
        <>
          <TextInput
            className="w6"
            label={t`Account number at the carrier`}
            maxLength={12}
            value={typed.number}
            error={number !== '' && !NUMBER.test(number) ? t`Letters and digits only, from 4 to 12.` : undefined}
            onChange={(e) => type({ number: e.currentTarget.value })}
          />
          <TextInput
            className="w6"
            label={t`Country of the account`}
            maxLength={2}
            placeholder={to.countryCode}
            value={typed.countryCode}
            onChange={(e) => type({ countryCode: e.currentTarget.value.toUpperCase().replaceAll(/[^A-Z]/g, '') })}
          />
          <TextInput
            className="w6"
            label={t`Postal code of the account`}
            maxLength={12}
            placeholder={to.zipcode}
            value={typed.postalCode}
            onChange={(e) => type({ postalCode: e.currentTarget.value })}
          />
        </>
      )}
    </div>
  );
}
