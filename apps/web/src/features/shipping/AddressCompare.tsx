import { Trans, useLingui } from '@lingui/react/macro';
import type { AddressDto } from '@scanship/contracts/common';
import { type AddressField, differences } from '../address/address-model.ts';

/** Two addresses field by field, only where they differ; the words old and new say it, not colour alone. */
export function AddressCompare({ before, after }: { readonly before: AddressDto; readonly after: AddressDto }) {
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
  const fields = differences(before, after);
  if (fields.length === 0) return null;
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
        {fields.map((field) => (
          <tr key={field}>
            <th scope="row">{names[field]}</th>
            <td>
              <del>{before[field] || '–'}</del>
            </td>
            <td>
              <ins>{after[field] || '–'}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
