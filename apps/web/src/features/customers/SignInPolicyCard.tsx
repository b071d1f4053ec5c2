import './customers.css';
import '@mantine/core/styles/Radio.css';
import { Button, NativeSelect, Radio } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { SecondFactorRule, SignInPolicyDto } from '@scanship/contracts/access/account';
import { notify } from '../../app/notify.ts';
import { kindOf, useProfile } from '../../app/profile.ts';
import { queryClient } from '../../app/query-client.ts';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { policyQuery, savePolicy } from './customers-api.ts';

const PLANS = ['Basic', 'Standard', 'Advanced'] as const satisfies readonly SignInPolicyDto['signUpPlan'][];

/** What a sign-in asks for: of the franchise and its customers, or of the operator's staff. */
export function SignInPolicyCard() {
  const policy = useQuery(policyQuery);
  if (policy.data) return <PolicyForm key={policy.data.version} policy={policy.data} />;
  if (!policy.isError) return <Skeletons rows={6} />;
  return (
    <div className="card">
      <ErrorState error={policy.error} onRetry={() => void policy.refetch()} />
    </div>
  );
}

function PolicyForm({ policy }: { readonly policy: SignInPolicyDto }) {
  const { t } = useLingui();
  const platform = kindOf(useProfile()) === 'platform';
  const [value, setValue] = useState(policy);
  const save = useMutation({
    mutationFn: () => savePolicy(value),
    onSuccess: ({ data, successMessage }) => {
      queryClient.setQueryData(policyQuery.queryKey, data);
      notify.success(successMessage ?? t`Saved.`);
    },
  });
  const rules: readonly { readonly rule: SecondFactorRule; readonly word: string; readonly hint: string }[] = [
    { rule: 'optional', word: t`Nobody has to`, hint: t`Everybody may set one up.` },
    {
      rule: 'staff',
      word: platform ? t`Everybody of the platform’s staff` : t`Your own staff`,
      hint: t`Whoever has none must set one up before doing anything else; nobody is signed out.`,
    },
    ...(platform
      ? []
      : [
          {
            rule: 'everyone' as const,
            word: t`Your staff and all people of your customers`,
            hint: t`They are asked to set one up at their next action.`,
          },
        ]),
  ];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className="card" onSubmit={submit} aria-labelledby="policy-head">
      <div className="card-head">
        <h2 id="policy-head">
          <Trans>What a sign-in asks for</Trans>
        </h2>
      </div>
      <div className="card-body stack wide">
        {save.error && <ErrorState compact error={save.error} />}
        <fieldset className="radio-list">
          <legend>
            <Trans>Who must use a second factor</Trans>
          </legend>
          {rules.map(({ rule, word, hint }) => (
            <Radio
              key={rule}
              name="second-factor"
              label={word}
              description={hint}
              checked={value.secondFactor === rule}
              onChange={() => setValue({ ...value, secondFactor: rule })}
            />
          ))}
        </fieldset>
        {!platform && (
          <fieldset className="radio-list">
            <legend>
              <Trans>Who may sign up</Trans>
            </legend>
            <Radio
              name="sign-up"
              label={t`Everybody`}
              description={t`A new company becomes your customer at once.`}
              checked={value.signUp === 'open'}
              onChange={() => setValue({ ...value, signUp: 'open' })}
            />
            <Radio
              name="sign-up"
              label={t`By invitation only`}
              description={t`The sign-up page asks for an invitation.`}
              checked={value.signUp === 'invited'}
              onChange={() => setValue({ ...value, signUp: 'invited' })}
            />
          </fieldset>
        )}
        {!platform && value.signUp === 'open' && (
          <NativeSelect
            label={t`Plan of a customer that signs up`}
            value={value.signUpPlan}
            data={[...PLANS]}
            onChange={({ currentTarget }) =>
              setValue({ ...value, signUpPlan: PLANS.find((plan) => plan === currentTarget.value) ?? 'Basic' })
            }
          />
        )}
        <div className="row">
          <Button type="submit" loading={save.isPending}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </div>
    </form>
  );
}
