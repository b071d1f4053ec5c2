/** Proof that duty is paid before the parcel leaves, for carriers that want it per shipment (mail to the United States). */
import { TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { CustomsDto } from '@scanship/contracts/common';
import { parseMoney, toDecimal } from '@scanship/domain/money/money';
import { useState } from 'react';

type PrepaidDuty = CustomsDto['prepaidDuty'];
interface Props {
  readonly currency: string;
  readonly value: PrepaidDuty;
  readonly onChange: (next: PrepaidDuty) => void;
}

/** Who collects it for the postal service of Canada; the person may write another. */
const USUAL_PROVIDER = 'Zonos';

export function PrepaidDutyFields({ currency, value, onChange }: Props) {
  const { t } = useLingui();
  const [reference, setReference] = useState(value?.reference ?? '');
  const [provider, setProvider] = useState(value?.provider ?? USUAL_PROVIDER);
  const [amount, setAmount] = useState(value?.amount ? toDecimal(value.amount) : '');
  const paid = amount.trim() === '' ? null : parseMoney(amount, currency);
  const tell = (next: { reference?: string; provider?: string; amount?: string }) => {
    const all = { reference, provider, amount, ...next };
    const proof = all.reference.trim();
    const sum = all.amount.trim() === '' ? null : parseMoney(all.amount, currency);
    // Without its number there is no proof, and the account may have duty billed automatically.
    onChange(
      proof === '' ? null : { provider: all.provider.trim() || USUAL_PROVIDER, reference: proof, amount: sum ?? null },
    );
  };
  return (
    <fieldset className="customs-item">
      <legend className="small strong">
        <Trans>Prepaid U.S. duty</Trans>
      </legend>
      <p className="small dim">
        <Trans>Leave it empty where the carrier account has duty billed automatically.</Trans>
      </p>
      <div className="fields">
        <TextInput
          className="w6"
          label={t`Declaration ID`}
          maxLength={40}
          value={reference}
          onChange={(e) => {
            setReference(e.currentTarget.value);
            tell({ reference: e.currentTarget.value });
          }}
        />
        <TextInput
          className="w3"
          label={t`Paid through`}
          maxLength={40}
          value={provider}
          onChange={(e) => {
            setProvider(e.currentTarget.value);
            tell({ provider: e.currentTarget.value });
          }}
        />
        <TextInput
          className="w3"
          label={t`Duty paid`}
          inputMode="decimal"
          value={amount}
          error={paid === undefined}
          rightSection={<span className="unit">{currency}</span>}
          rightSectionWidth={48}
          onChange={(e) => {
            setAmount(e.currentTarget.value);
            tell({ amount: e.currentTarget.value });
          }}
        />
      </div>
    </fieldset>
  );
}
