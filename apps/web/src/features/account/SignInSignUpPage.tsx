import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { PublicFrame } from '../auth/PublicFrame.tsx';
import { SignInForm } from '../auth/SignInForm.tsx';
import { RegisterForm } from './RegisterForm.tsx';

/** Both ways in on one page (product-spec section 2, `/auth/signin-signup`). */
export function SignInSignUpPage() {
  const { t } = useLingui();
  return (
    <PublicFrame title={t`Sign in or open an account`} indexed heading={<Trans>Welcome</Trans>}>
      <Tabs defaultValue="in" keepMounted={false}>
        <Tabs.List grow mb="md" aria-label={t`Sign in or open an account`}>
          <Tabs.Tab value="in">
            <Trans>Sign in</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="up">
            <Trans>Open an account</Trans>
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="in">
          <div className="stack">
            <SignInForm />
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="up">
          <div className="stack">
            <RegisterForm />
          </div>
        </Tabs.Panel>
      </Tabs>
    </PublicFrame>
  );
}
