import './audit.css';
import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ComponentType, useState } from 'react';
import { kindOf, useProfile } from '../../../app/profile.ts';
import { MoneyFrame } from '../MoneyFrame.tsx';
import { AdjustmentsCard } from './AdjustmentsCard.tsx';
import { DifferencesCard } from './DifferencesCard.tsx';
import { DisputesCard } from './DisputesCard.tsx';
import { LinesCard } from './LinesCard.tsx';
import { PolicyCard } from './PolicyCard.tsx';
import { ReportCard } from './ReportCard.tsx';
import { UploadCard } from './UploadCard.tsx';

/** Carriers' invoices of a franchise or of the platform. */
export function AuditPage() {
  const { t } = useLingui();
  const franchise = kindOf(useProfile()) === 'franchise';
  const parts: readonly { readonly name: string; readonly word: string; readonly Body: ComponentType }[] = [
    { name: 'files', word: t`Files`, Body: UploadCard },
    { name: 'differences', word: t`Differences`, Body: DifferencesCard },
    { name: 'lines', word: t`Charges`, Body: LinesCard },
    { name: 'disputes', word: t`Objections`, Body: DisputesCard },
    ...(franchise ? [{ name: 'above', word: t`From the platform`, Body: AdjustmentsCard }] : []),
    { name: 'report', word: t`Report`, Body: ReportCard },
    { name: 'rules', word: t`Passing on`, Body: PolicyCard },
  ];
  const [shown, setShown] = useState('files');
  const part = parts.find(({ name }) => name === shown) ?? parts[0];
  return (
    <MoneyFrame title={t`Carrier invoices`}>
      <div className="audit-parts" role="group" aria-label={t`Carrier invoices`}>
        {parts.map(({ name, word }) => (
          <Button
            key={name}
            size="compact-sm"
            variant={name === part?.name ? 'filled' : 'default'}
            aria-pressed={name === part?.name}
            onClick={() => setShown(name)}
          >
            {word}
          </Button>
        ))}
      </div>
      <section className="card audit-body" aria-label={part?.word}>
        {part && <part.Body />}
      </section>
    </MoneyFrame>
  );
}

/** Later changes of what labels cost, as a customer sees them. */
export function AdjustmentsPage() {
  const { t } = useLingui();
  return (
    <MoneyFrame title={t`Adjustments`}>
      <section className="card audit-body" aria-label={t`Adjustments`}>
        <p className="dim small">
          <Trans>
            What carriers measured and billed afterwards. You are told before anything is charged, and may object.
          </Trans>
        </p>
        <AdjustmentsCard />
      </section>
    </MoneyFrame>
  );
}
