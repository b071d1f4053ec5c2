import { Trans, useLingui } from '@lingui/react/macro';
import type { AddressDto } from '@scanship/contracts/common';
import { type AddressField, differences } from '../../address/address-model.ts';

interface Change {
  readonly field: string;
  readonly before: string;
  readonly after: string;
  readonly reason?: string;
}

/** Fields that change, old beside new; the words old and new say it, not colour alone. */
export function ChangeTable({ changes }: { readonly changes: readonly Change[] }) {
  const { t } = useLingui();
  const names: Readonly<Record<AddressField, string>> = {
    name: t`Name`,
    companyName: t`Company`,
    address1: t`Address`,
    address2: t`Apartment, suite, floor`,
    city: t`City`,
    provinceCode: t`Province or state`,
    zipcode: t`Postal code`,
    countryCode: t`Country`,
    phone: t`Telephone`,
    email: t`E-mail`,
  };
  if (changes.length === 0) return null;
  const nameOf = (field: string) => Object.entries(names).find(([key]) => key === field)?.[1] ?? field;
  return (
    <table className="compare">
      <thead>
        <tr>
          <th scope="col">{t`Field`}</th>
          <th scope="col">
            <Trans>Before</Trans>
          </th>
          <th scope="col">
            <Trans>After</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after, reason }) => (
          <tr key={field}>
            <th scope="row">{nameOf(field)}</th>
            <td>
              <del>{before || '–'}</del>
            </td>
            <td>
              <ins>{after || '–'}</ins>
              {reason && <div className="dim">{reason}</div>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Two addresses field by field, only where they differ beyond case and blanks. */
export function AddressCompare({ before, after }: { readonly before: AddressDto; readonly after: AddressDto }) {
  return (
    <ChangeTable
      changes={differences(before, after).map((field) => ({
        field,
        before: before[field] ?? '',
        after: after[field] ?? '',
      }))}
    />
  );
}
