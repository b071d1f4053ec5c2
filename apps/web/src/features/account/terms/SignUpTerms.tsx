import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { useLingui } from '@lingui/react/macro';
import type { ShownTerms } from '@scanship/contracts/access/terms';
import { TermsText } from './TermsText.tsx';

interface Props {
  readonly terms: ShownTerms;
  readonly agreed: boolean;
  readonly error: string | undefined;
  readonly onChange: (agreed: boolean) => void;
}

/** On the sign-up page: the terms of the site, and the box without which no account is opened. */
export function SignUpTerms({ terms, agreed, error, onChange }: Props) {
  const { t } = useLingui();
  return (
    <div className="stack tight">
      <TermsText terms={terms} />
      <Checkbox
        name="terms"
        label={t`I have read the terms of ${terms.from} and agree to them`}
        checked={agreed}
        error={error}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  );
}
