/** An address being typed, checked by the rules of its country as soon as it can be. */
import { useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { checkAddress } from '@scanship/contracts/orders/orders';
import type { AddressDto } from '@scanship/contracts/common';
import { useState } from 'react';
import { fetchData } from '../../app/api.ts';
import { queryClient } from '../../app/query-client.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import type { FieldRemark } from './AddressFields.tsx';
import { missingFields, toWire } from './address-model.ts';

const checkQuery = (address: AddressDto) =>
  queryOptions({
    queryKey: ['address-check', address],
    queryFn: ({ signal }) => fetchData(checkAddress, { body: { address: toWire(address) }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** `prefix` is where the address stands in the request whose error is given ("shipTo", "address"). */
export function useAddressForm(initial: AddressDto, prefix: string) {
  const { t } = useLingui();
  const [value, setValue] = useState(initial);
  const [checked, setChecked] = useState<AddressDto | undefined>(undefined);
  const [pressed, setPressed] = useState(false);
  const [refused, setRefused] = useState<unknown>(undefined);

  const check = useQuery({ ...checkQuery(checked ?? value), enabled: checked !== undefined });

  const remarks: Record<string, FieldRemark> = {};
  const upToDate = checked && JSON.stringify(checked) === JSON.stringify(value);
  const answer = upToDate ? check.data : undefined;
  for (const problem of answer?.problems ?? [])
    remarks[problem.field] ??= { severity: problem.severity, message: problem.message };
  for (const [path, message] of Object.entries(fieldErrorsOf(refused)))
    if (path.startsWith(`${prefix}.`)) remarks[path.slice(prefix.length + 1)] = { severity: 'error', message };
  const missing = missingFields(value);
  if (pressed) for (const field of missing) remarks[field] = { severity: 'error', message: t`This is required.` };

  return {
    value,
    remarks,
    normalized: answer?.normalized,
    /** What the check would write instead, with a reason for each field; undefined while it is not known. */
    suggestion: answer?.suggestion ?? undefined,
    mode: answer?.mode,
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
    /** Checks what is typed now. A check that fails stands in nobody's way: the server checks again when it is saved. */
    verify: async () => {
      setChecked(value);
      return queryClient.fetchQuery(checkQuery(value)).catch(() => undefined);
    },
    refuse: (error: unknown) => setRefused(error),
  };
}
