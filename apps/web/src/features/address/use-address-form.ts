/** An address being typed, checked by the rules of its country as soon as it can be. */
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { checkAddress } from '@scanship/contracts/orders';
import type { AddressDto } from '@scanship/contracts/common';
import { useState } from 'react';
import { fetchData } from '../../app/api.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import type { FieldRemark } from './AddressFields.tsx';
import { missingFields, toWire } from './address-model.ts';

/** `prefix` is where the address stands in the request whose error is given ("shipTo", "address"). */
export function useAddressForm(initial: AddressDto, prefix: string) {
  const { t } = useLingui();
  const [value, setValue] = useState(initial);
  const [checked, setChecked] = useState<AddressDto | undefined>(undefined);
  const [pressed, setPressed] = useState(false);
  const [refused, setRefused] = useState<unknown>(undefined);

  const check = useQuery({
    queryKey: ['address-check', checked],
    queryFn: ({ signal }) => fetchData(checkAddress, { body: { address: toWire(checked ?? value) }, signal }),
    enabled: checked !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

  const remarks: Record<string, FieldRemark> = {};
  const upToDate = checked && JSON.stringify(checked) === JSON.stringify(value);
  for (const problem of (upToDate && check.data?.problems) || [])
    remarks[problem.field] ??= { severity: problem.severity, message: problem.message };
  for (const [path, message] of Object.entries(fieldErrorsOf(refused)))
    if (path.startsWith(`${prefix}.`)) remarks[path.slice(prefix.length + 1)] = { severity: 'error', message };
  const missing = missingFields(value);
  if (pressed) for (const field of missing) remarks[field] = { severity: 'error', message: t`This is needed.` };

  return {
    value,
    remarks,
    normalized: upToDate ? check.data?.normalized : undefined,
    set: (next: AddressDto) => {
      setValue(next);
      setRefused(undefined);
    },
    reset: (next: AddressDto) => {
      setValue(next);
      setChecked(undefined);
      setPressed(false);
      setRefused(undefined);
    },
    onBlur: () => {
      if (missingFields(value).length === 0) setChecked(value);
    },
    /** The address to send, or undefined after marking what is missing. */
    submit: (): AddressDto | undefined => {
      setPressed(true);
      setRefused(undefined);
      return missing.length === 0 ? toWire(value) : undefined;
    },
    refuse: (error: unknown) => setRefused(error),
  };
}
