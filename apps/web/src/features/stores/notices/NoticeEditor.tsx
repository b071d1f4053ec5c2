import '../../account/outbox.css';
import { Button, Textarea, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import {
  MOST_BODY,
  MOST_SUBJECT,
  type NoticeLanguage,
  type NoticeSettings,
  type NoticeWords,
} from '@scanship/contracts/stores/buyer-notices';
import type { NoticeKind } from '@scanship/domain/tracking/buyer-notices';
import { notify } from '../../../app/notify.ts';
import { fieldErrorsOf } from '../../../lib/api-errors.ts';
import { MailFrame } from '../../account/MailFrame.tsx';
import { sendTest, showNotice } from './notices-api.ts';

interface Props {
  readonly storeId: string | null;
  readonly kind: NoticeKind;
  readonly language: NoticeLanguage;
  readonly value: NoticeWords;
  /** Not the usual words. */
  readonly changed: boolean;
  readonly variables: NoticeSettings['variables'];
  readonly errors: { readonly subject: string | undefined; readonly body: string | undefined };
  readonly onChange: (value: NoticeWords) => void;
  readonly onUsual: () => void;
}

/** Subject and text of one notice in one language, and how a buyer would see it. */
export function NoticeEditor({ storeId, kind, language, value, changed, variables, errors, ...act }: Props) {
  const { t } = useLingui();
  const asked = { storeId, kind, language, ...value };
  const preview = useMutation({ mutationFn: () => showNotice(asked) });
  const test = useMutation({
    mutationFn: () => sendTest(asked),
    onSuccess: ({ successMessage }) => notify.success(successMessage ?? t`Sent.`),
    onError: (error) => {
      if (Object.keys(fieldErrorsOf(error)).length === 0) notify.error(error);
    },
  });
  const found = { ...fieldErrorsOf(preview.error), ...fieldErrorsOf(test.error) };
  const change = (part: Partial<NoticeWords>) => {
    preview.reset();
    test.reset();
    act.onChange({ ...value, ...part });
  };
  return (
    <div className="stack notice-editor">
      <TextInput
        label={t`Subject`}
        value={value.subject}
        maxLength={MOST_SUBJECT}
        error={found.subject ?? errors.subject}
        onChange={(event) => change({ subject: event.currentTarget.value })}
      />
      <Textarea
        label={t`Text`}
        description={t`Each line is a paragraph. A line in which a variable has no value is left out.`}
        autosize
        minRows={4}
        value={value.body}
        maxLength={MOST_BODY}
        error={found.body ?? errors.body}
        onChange={(event) => change({ body: event.currentTarget.value })}
      />
      <p className="small dim notice-variables">
        <Trans>Variables:</Trans>{' '}
        {variables.map(({ name }) => (
          <code key={name}>{`{{${name}}}`}</code>
        ))}
      </p>
      <div className="row">
        <Button variant="default" loading={preview.isPending} onClick={() => preview.mutate()}>
          <Trans>Preview</Trans>
        </Button>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          <Trans>Send a test to me</Trans>
        </Button>
        {changed && (
          <Button variant="subtle" onClick={act.onUsual}>
            <Trans>Restore the default text</Trans>
          </Button>
        )}
      </div>
      {preview.data && (
        <section className="stack" aria-label={t`Preview`}>
          <div className="strong">{preview.data.subject}</div>
          <MailFrame html={preview.data.html} title={t`Preview of the e-mail`} />
        </section>
      )}
    </div>
  );
}
