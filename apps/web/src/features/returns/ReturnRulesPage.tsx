import './returns.css';
import { Button, Checkbox, NativeSelect, NumberInput, Switch, Textarea, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import {
  MOST_REASONS,
  MOST_WINDOW_DAYS,
  type ReturnReason,
  type SeenReturnRules,
} from '@scanship/contracts/shipping/returns';
import { RETURN_HAND_OVERS, RETURN_WISHES } from '@scanship/domain/shipping/returns';
import { IconArrowLeft } from '#icons';
import { notify } from '../../app/notify.ts';
import { useProfile } from '../../app/profile.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { optionsQuery } from '../automation/automation-api.ts';
import { WISHES } from './return-words.ts';
import { returnRulesQuery, saveRules, tookRules } from './returns-api.ts';

/** What buyers may send back, until when, why, and who decides and pays. */
export function ReturnRulesPage() {
  const { t } = useLingui();
  const rules = useQuery(returnRulesQuery);
  return (
    <div className="page-narrow">
      <PageHead title={t`Rules for returns`} />
      <div className="page-head">
        <div className="grow">
          <Link to="/ecommerce/orders/returns" className="link small row tight back-link">
            <IconArrowLeft size={14} aria-hidden />
            <Trans>Returns</Trans>
          </Link>
          <h1>
            <Trans>Rules for returns</Trans>
          </h1>
        </div>
      </div>
      {rules.data ? (
        <Form key={rules.data.version} rules={rules.data} />
      ) : rules.isError ? (
        <div className="card">
          <ErrorState error={rules.error} onRetry={() => void rules.refetch()} />
        </div>
      ) : (
        <Skeletons rows={10} />
      )}
    </div>
  );
}

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The first "reason-N" that is not there. */
const newCode = (reasons: readonly ReturnReason[]): string => {
  let at = reasons.length + 1;
  while (reasons.some(({ code }) => code === `reason-${at}`)) at += 1;
  return `reason-${at}`;
};

function Form({ rules }: { readonly rules: SeenReturnRules }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const mayChange = useProfile().rights.includes('stores.manage');
  const options = useQuery(optionsQuery);
  const [draft, setDraft] = useState(rules);
  const [skus, setSkus] = useState(rules.notSkus.join('\n'));
  const [tags, setTags] = useState(rules.notTags.join('\n'));
  const change = (part: Partial<SeenReturnRules>) => setDraft((was) => ({ ...was, ...part }));
  const save = useMutation({
    mutationFn: () => saveRules({ ...draft, notSkus: lines(skus), notTags: lines(tags) }),
    onSuccess: ({ data, successMessage }) => {
      tookRules(data);
      notify.success(successMessage ?? t`Rules for returns saved.`);
    },
  });
  const errors = fieldErrorsOf(save.error);
  const handOver = draft.handOver ?? 'drop_off';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className="card" onSubmit={submit}>
      <fieldset className="card-body stack wide plain-fieldset" disabled={!mayChange}>
        {save.error && <ErrorState compact error={save.error} />}
        <Switch
          label={t`Buyers can ask for returns`}
          description={t`On the tracking page of their order, once it has arrived.`}
          checked={draft.open}
          onChange={(event) => change({ open: event.currentTarget.checked })}
        />
        <div className="fields">
          <NumberInput
            className="w4"
            label={t`Days from the delivery`}
            min={1}
            max={MOST_WINDOW_DAYS}
            allowDecimal={false}
            value={draft.windowDays}
            error={errors.windowDays}
            onChange={(value) => change({ windowDays: Number(value) || 1 })}
          />
          <NativeSelect
            className="w8"
            label={t`Approval`}
            value={draft.approval}
            data={[
              { value: 'by-hand', label: t`You approve each return` },
              { value: 'at-once', label: t`Approved at once; its label is bought in your name` },
            ]}
            onChange={(event) => change({ approval: event.currentTarget.value === 'at-once' ? 'at-once' : 'by-hand' })}
          />
          <NativeSelect
            className="w6"
            label={t`How parcels go to the carrier`}
            description={t`For a pickup the buyer chooses a day and a time; a driver comes to the address the order went to.`}
            value={handOver}
            error={errors.handOver}
            data={[
              { value: 'drop_off', label: t`The buyer brings them` },
              { value: 'pickup', label: t`A driver picks them up` },
              { value: 'buyer', label: t`The buyer chooses` },
            ]}
            onChange={(event) => change({ handOver: HAND_OVERS.find((each) => each === event.currentTarget.value) })}
          />
        </div>
        <div className="fields">
          {handOver !== 'pickup' && (
            <LabelFrom
              words={[t`Label from`, t`Service`]}
              cheapest={t`The cheapest account`}
              grantId={draft.grantId}
              service={draft.service}
              errors={[errors.grantId, errors.service]}
              accounts={options.data?.accounts ?? []}
              onChange={(grantId, service) => change({ grantId, service })}
            />
          )}
          {handOver !== 'drop_off' && (
            <LabelFrom
              words={[t`Label from, if picked up`, t`Service, if picked up`]}
              cheapest={t`The cheapest account whose carrier comes`}
              grantId={draft.pickupGrantId ?? null}
              service={draft.pickupService ?? null}
              errors={[errors.pickupGrantId, errors.pickupService]}
              accounts={options.data?.accounts ?? []}
              onChange={(pickupGrantId, pickupService) => change({ pickupGrantId, pickupService })}
            />
          )}
        </div>
        {options.isError && <ErrorState compact error={options.error} onRetry={() => void options.refetch()} />}
        <Reasons reasons={draft.reasons} errors={errors} onChange={(reasons) => change({ reasons })} />
        <Checkbox.Group
          label={t`What a buyer can wish`}
          value={draft.wishes}
          onChange={(values) => change({ wishes: RETURN_WISHES.filter((wish) => values.includes(wish)) })}
          error={errors.wishes}
        >
          <div className="row">
            {RETURN_WISHES.map((wish) => (
              <Checkbox key={wish} value={wish} label={i18n._(WISHES[wish])} />
            ))}
          </div>
        </Checkbox.Group>
        {draft.wishes.includes('exchange') && (
          <Switch
            label={t`Who wants an exchange is shown your products`}
            description={t`Their names, those of the order’s store; else a buyer writes what it shall be.`}
            checked={draft.offerProducts ?? false}
            onChange={(event) => change({ offerProducts: event.currentTarget.checked })}
          />
        )}
        <div className="fields">
          <Textarea
            className="w6"
            label={t`SKUs that may not come back`}
            description={t`One in each line`}
            autosize
            minRows={3}
            maxRows={10}
            value={skus}
            onChange={(event) => setSkus(event.currentTarget.value)}
          />
          <Textarea
            className="w6"
            label={t`Tags of orders that may not come back`}
            description={t`One in each line`}
            autosize
            minRows={3}
            maxRows={10}
            value={tags}
            onChange={(event) => setTags(event.currentTarget.value)}
          />
          <Textarea
            className="w6"
            label={t`Text above the form, in English`}
            maxLength={500}
            autosize
            minRows={3}
            value={draft.intro.en}
            onChange={(event) => change({ intro: { ...draft.intro, en: event.currentTarget.value } })}
          />
          <Textarea
            className="w6"
            label={t`Text above the form, in French`}
            maxLength={500}
            autosize
            minRows={3}
            value={draft.intro.fr}
            onChange={(event) => change({ intro: { ...draft.intro, fr: event.currentTarget.value } })}
          />
        </div>
        <div className="row">
          <Button type="submit" loading={save.isPending} disabled={!mayChange}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </fieldset>
    </form>
  );
}

const HAND_OVERS = [...RETURN_HAND_OVERS, 'buyer'] as const;

/** The account and the service whose label is bought. */
function LabelFrom({
  words: [from, ofService],
  cheapest,
  grantId,
  service,
  errors: [wrongAccount, wrongService],
  accounts,
  onChange,
}: {
  readonly words: readonly [string, string];
  readonly cheapest: string;
  readonly grantId: string | null;
  readonly service: string | null;
  readonly errors: readonly [string | undefined, string | undefined];
  readonly accounts: readonly {
    readonly grantId: string;
    readonly name: string;
    readonly services: readonly { readonly code: string; readonly name: string }[];
  }[];
  readonly onChange: (grantId: string | null, service: string | null) => void;
}) {
  const { t } = useLingui();
  const account = accounts.find((each) => each.grantId === grantId);
  return (
    <>
      <NativeSelect
        className="w6"
        label={from}
        value={grantId ?? ''}
        error={wrongAccount}
        data={[{ value: '', label: cheapest }, ...accounts.map((each) => ({ value: each.grantId, label: each.name }))]}
        onChange={(event) => onChange(event.currentTarget.value || null, null)}
      />
      <NativeSelect
        className="w6"
        label={ofService}
        value={service ?? ''}
        error={wrongService}
        disabled={!account}
        data={[
          { value: '', label: t`The cheapest service` },
          ...(account?.services ?? []).map(({ code, name }) => ({ value: code, label: name })),
        ]}
        onChange={(event) => onChange(grantId, event.currentTarget.value || null)}
      />
    </>
  );
}

function Reasons({
  reasons,
  errors,
  onChange,
}: {
  readonly reasons: readonly ReturnReason[];
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (reasons: ReturnReason[]) => void;
}) {
  const { t } = useLingui();
  const put = (at: number, part: Partial<ReturnReason>) =>
    onChange(reasons.map((reason, index) => (index === at ? { ...reason, ...part } : reason)));
  return (
    <fieldset className="stack plain-fieldset">
      <legend className="strong">
        <Trans>Reasons, and who pays the label</Trans>
      </legend>
      {reasons.map((reason, at) => (
        <div key={reason.code} className="returns-reason">
          <TextInput
            label={t`Reason in English`}
            required
            maxLength={120}
            value={reason.en}
            error={errors[`reasons.${at}.en`]}
            onChange={(event) => put(at, { en: event.currentTarget.value })}
          />
          <TextInput
            label={t`Reason in French`}
            required
            maxLength={120}
            value={reason.fr}
            error={errors[`reasons.${at}.fr`]}
            onChange={(event) => put(at, { fr: event.currentTarget.value })}
          />
          <NativeSelect
            label={t`Label`}
            value={reason.payer}
            data={[
              { value: 'seller', label: t`You pay` },
              { value: 'buyer', label: t`The buyer pays` },
            ]}
            onChange={(event) => put(at, { payer: event.currentTarget.value === 'buyer' ? 'buyer' : 'seller' })}
          />
          <Button
            variant="default"
            disabled={reasons.length === 1}
            aria-label={t`Remove the reason ${reason.en}`}
            onClick={() => onChange(reasons.filter((_each, index) => index !== at))}
          >
            <Trans>Remove</Trans>
          </Button>
        </div>
      ))}
      <div className="row">
        <Button
          variant="default"
          size="compact-md"
          disabled={reasons.length >= MOST_REASONS}
          onClick={() => onChange([...reasons, { code: newCode(reasons), en: '', fr: '', payer: 'seller' }])}
        >
          <Trans>Add a reason</Trans>
        </Button>
      </div>
    </fieldset>
  );
}
