/** The fields of an address in the words of its country, with the remarks of the address check under each. */
import { NativeSelect, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { AddressDto } from '@scanship/contracts/common';
import { countriesQuery, provincesQuery } from '../settings/settings-api.ts';
import { type AddressField, postalNameOf, regionNameOf } from './address-model.ts';

export interface FieldRemark {
  readonly severity: 'error' | 'warning';
  readonly message: string;
}
interface Props {
  readonly value: AddressDto;
  readonly onChange: (next: AddressDto) => void;
  readonly onBlur?: () => void;
  readonly remarks: Readonly<Partial<Record<string, FieldRemark>>>;
}

export function AddressFields({ value, onChange, onBlur, remarks }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const countries = useQuery(countriesQuery);
  const country = countries.data?.countryList.find((c) => c.code === value.countryCode);
  const provinces = useQuery({ ...provincesQuery(value.countryCode), enabled: country?.hasProvinces === true });
  const list = provinces.data?.provinceList ?? [];
  const postal = {
    zip: t`ZIP code`,
    postal: t`Postal code`,
    postcode: t`Postcode`,
    pin: t`PIN code`,
    eircode: t`Eircode`,
  }[postalNameOf(value.countryCode)];
  const region = {
    state: t`State`,
    province: t`Province`,
    county: t`County`,
    region: t`Region`,
    prefecture: t`Prefecture`,
  }[regionNameOf(value.countryCode)];

  const remark = (field: AddressField) => {
    const found = remarks[field];
    if (!found) return {};
    return found.severity === 'error' ? { error: found.message } : { description: found.message };
  };
  const text = (
    field: Exclude<AddressField, 'countryCode' | 'provinceCode'>,
    label: string,
    width: string,
    more: Record<string, string> = {},
  ) => (
    <TextInput
      className={width}
      label={label}
      name={field}
      value={value[field] ?? ''}
      onChange={(event) => onChange({ ...value, [field]: event.currentTarget.value })}
      onBlur={onBlur}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...remark(field)}
      {...more}
    />
  );
  return (
    <div className="fields">
      {text('name', t`Name`, 'w6', { autoComplete: 'off' })}
      {text('companyName', t`Company (optional)`, 'w6')}
      <NativeSelect
        className="w12"
        label={t`Country`}
        name="countryCode"
        value={value.countryCode}
        onChange={(event) => onChange({ ...value, countryCode: event.currentTarget.value, provinceCode: '' })}
        onBlur={onBlur}
        data={[
          { value: '', label: t`Choose a country` },
          ...(countries.data?.countryList ?? []).map((c) => ({
            value: c.code,
            label: i18n.locale === 'fr-CA' ? c.nameFr : c.name,
          })),
          // What an import brought stays visible, even where it is no country.
          ...(countries.data && value.countryCode && !country
            ? [{ value: value.countryCode, label: value.countryCode }]
            : []),
        ]}
        {...remark('countryCode')}
      />
      {text('address1', t`Address`, 'w12')}
      {text('address2', t`Apartment, suite, floor (optional)`, 'w12')}
      {text('city', t`City`, 'w4')}
      {country?.hasProvinces && list.length > 0 ? (
        <NativeSelect
          className="w4"
          label={region}
          name="provinceCode"
          value={value.provinceCode}
          onChange={(event) => onChange({ ...value, provinceCode: event.currentTarget.value })}
          onBlur={onBlur}
          data={[
            { value: '', label: t`Choose` },
            ...list.map((p) => ({ value: p.code, label: p.name })),
            ...(value.provinceCode && !list.some((p) => p.code === value.provinceCode)
              ? [{ value: value.provinceCode, label: value.provinceCode }]
              : []),
          ]}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...remark('provinceCode')}
        />
      ) : (
        <TextInput
          className="w4"
          label={region}
          name="provinceCode"
          value={value.provinceCode}
          onChange={(event) => onChange({ ...value, provinceCode: event.currentTarget.value })}
          onBlur={onBlur}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...remark('provinceCode')}
        />
      )}
      {text('zipcode', postal, 'w4')}
      {text('phone', t`Telephone (optional)`, 'w6', { inputMode: 'tel', type: 'tel' })}
      {text('email', t`E-mail (optional)`, 'w6', { inputMode: 'email', type: 'email' })}
    </div>
  );
}
