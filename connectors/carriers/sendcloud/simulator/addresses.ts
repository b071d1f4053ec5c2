/** Streets the simulator knows: house numbers below 1000 exist everywhere; a slip in "Strat" is put right. */
import type { JsonObject } from '@scanship/domain/values/json';

export interface AskedAddress {
  readonly address_line_1: string;
  readonly address_line_2?: string | undefined;
  readonly postal_code: string;
  readonly city: string;
  readonly state_province_code?: string | undefined;
  readonly country_code: string;
}

export function checkJson(asked: AskedAddress): JsonObject {
  const number = Number(/\d+/.exec(asked.address_line_1)?.[0] ?? '0');
  const line = asked.address_line_1.replace(/strat\b/i, 'straat');
  const exists = number >= 1 && number <= 999;
  const isSame = line === asked.address_line_1;
  return {
    input_address_is_valid: exists && isSame,
    results: [
      {
        address: {
          ...asked,
          address_line_1: line,
          house_number: '',
          address_line_2: asked.address_line_2 ?? '',
          state_province_code: asked.state_province_code ?? '',
        },
        recommended: exists,
        analysis: {
          validation_result: { is_valid: exists, reasons: exists ? [] : ['ADDRESS_NOT_VALID'] },
          changed_attributes: isSame ? [] : ['address_line_1'],
        },
      },
    ],
  };
}
