import { NativeSelect } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { TaxPlaceDto } from '@scanship/contracts/money/taxes';
import { countriesQuery, provincesQuery } from '../../settings/settings-api.ts';

interface Props {
  readonly value: TaxPlaceDto | null;
  readonly none: string;
  readonly onChange: (place: TaxPlaceDto | null) => void;
}

/** Country and province that decide which taxes are charged. */
export function PlaceFields({ value, none, onChange }: Props) {
  const { t } = useLingui();
  const countries = useQuery(countriesQuery);
  const countryCode = value?.countryCode ?? '';
  const country = countries.data?.countryList.find((one) => one.code === countryCode);
  const provinces = useQuery({ ...provincesQuery(countryCode), enabled: country?.hasProvinces === true });
  return (
    <div className="fields">
      <NativeSelect
        className="w4"
        label={t`Country`}
        value={countryCode}
        onChange={(event) => {
          const code = event.currentTarget.value;
          onChange(code === '' ? null : { countryCode: code, provinceCode: '' });
        }}
        data={[
          { value: '', label: none },
          ...(countries.data?.countryList ?? []).map(({ code, name }) => ({ value: code, label: name })),
        ]}
      />
      {country?.hasProvinces === true && (
        <NativeSelect
          className="w4"
          label={t`Province or state`}
          value={value?.provinceCode ?? ''}
          onChange={(event) => onChange({ countryCode, provinceCode: event.currentTarget.value })}
          data={[
            { value: '', label: t`Choose one` },
            ...(provinces.data?.provinceList ?? []).map(({ code, name }) => ({ value: code, label: name })),
          ]}
        />
      )}
    </div>
  );
}
