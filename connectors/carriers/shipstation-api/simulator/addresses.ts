/** Streets the simulator knows: numbers below 1000 exist everywhere, "Avenue" is written AVE, some towns are unknown. */
export interface AskedAddress {
  readonly name?: string | undefined;
  readonly address_line1: string;
  readonly address_line2?: string | null | undefined;
  readonly city_locality: string;
  readonly state_province: string;
  readonly postal_code?: string | undefined;
  readonly country_code: string;
}

const message = (code: string, type: string, detail: string, text: string) => ({
  code,
  type,
  detail_code: detail,
  message: text,
});

export function checkJson(asked: AskedAddress) {
  const original = { ...asked, name: asked.name ?? '', postal_code: asked.postal_code ?? '' };
  if (asked.country_code !== 'CA' && asked.country_code !== 'US')
    return {
      status: 'unverified',
      original_address: original,
      matched_address: null,
      messages: [message('a1004', 'warning', 'unsupported_country', 'Address validation is not supported there.')],
    };
  const number = Number(/^\d+/.exec(asked.address_line1)?.[0] ?? '0');
  if (number < 1 || number > 999 || /nowhere/i.test(asked.city_locality))
    return {
      status: 'error',
      original_address: original,
      matched_address: null,
      messages: [message('a1002', 'error', 'address_not_found', 'Address not found')],
    };
  return {
    status: 'verified',
    original_address: original,
    matched_address: {
      ...original,
      address_line1: asked.address_line1.toUpperCase().replace(/\bSTRET\b/, 'STREET'),
      city_locality: asked.city_locality.toUpperCase(),
      address_residential_indicator: 'yes',
    },
    messages: [],
  };
}
