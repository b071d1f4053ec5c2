/** The report to customs of goods that leave: asked for where the rule says that one is due, else where the person opens it. */
import { NativeSelect, TextInput, UnstyledButton } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { CustomsDto } from '@scanship/contracts/common';
import {
  FILING_EXAMPLES,
  filingNumber,
  FILINGS_OF,
  type ReportingCountry,
} from '@scanship/domain/shipping/export-report';
import type { ExportFilingKind } from '@scanship/domain/shipping/shipment';
import { useState } from 'react';

interface Props {
  readonly country: ReportingCountry;
  /** What the rule says of these goods. */
  readonly report: 'due' | 'unknown' | 'not-due';
  readonly value: CustomsDto['exportFiling'];
  readonly onChange: (next: CustomsDto['exportFiling']) => void;
}

export function ExportFilingFields({ country, report, value, onChange }: Props) {
  const { t } = useLingui();
  const [opened, setOpened] = useState(false);
  const [usual] = FILINGS_OF[country];
  const [kind, setKind] = useState<ExportFilingKind>(value?.kind ?? usual ?? 'exempt');
  const [number, setNumber] = useState(value?.number ?? '');
  if (report === 'not-due' && !value && !opened)
    return (
      <UnstyledButton className="link small" onClick={() => setOpened(true)}>
        <Trans>Enter an export report</Trans>
      </UnstyledButton>
    );
  const isUs = country === 'US';
  const names: Readonly<Record<ExportFilingKind, string>> = {
    itn: t`ITN (AES)`,
    'proof-of-report': t`Proof of report (CERS)`,
    'summary-report': t`Summary report`,
    exempt: isUs ? t`Exemption (section)` : t`Exemption (NDR)`,
  };
  const example = FILING_EXAMPLES[country][kind] ?? '';
  const typed = number.trim();
  const isValid = (of: ExportFilingKind, text: string) =>
    filingNumber(country, { kind: of, number: text }) !== undefined;
  // What is no number yet is kept here, so that rates are not asked for with it.
  const tell = (of: ExportFilingKind, text: string) =>
    onChange(isValid(of, text) ? { kind: of, number: text.trim() } : null);
  return (
    <fieldset className="customs-item" data-testid="export-filing">
      <legend className="small strong">
        <Trans>Export report</Trans>
      </legend>
      <p className="small dim">
        {report === 'not-due' ? (
          <Trans>Not due for these goods. What you enter goes to the carrier and on the commercial invoice.</Trans>
        ) : isUs ? (
          <Trans>
            Goods of more than US$2,500 under one tariff number must be reported before they leave: file them in
            AESDirect, then enter the ITN, or the section of the Foreign Trade Regulations that exempts them.
          </Trans>
        ) : (
          <Trans>
            Goods of CAD 2,000 or more must be reported before they leave Canada: report them in CERS, then enter the
            proof-of-report number, or the exemption that applies.
          </Trans>
        )}
      </p>
      <div className="fields">
        <NativeSelect
          className="w6"
          label={t`Kind of report`}
          value={kind}
          data={FILINGS_OF[country].map((each) => ({ value: each, label: names[each] }))}
          onChange={(e) => {
            const next = FILINGS_OF[country].find((each) => each === e.currentTarget.value) ?? kind;
            setKind(next);
            tell(next, number);
          }}
        />
        <TextInput
          className="w6"
          label={t`Number`}
          placeholder={example}
          maxLength={40}
          value={number}
          error={typed !== '' && !isValid(kind, typed) ? t`It looks like ${example}.` : undefined}
          onChange={(e) => {
            setNumber(e.currentTarget.value);
            tell(kind, e.currentTarget.value);
          }}
        />
      </div>
    </fieldset>
  );
}
