import { TagsInput } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';

interface Props {
  readonly tags: readonly string[];
  readonly onChange: (tags: string[]) => void;
}
export default function TagsField({ tags, onChange }: Props) {
  const { t } = useLingui();
  return (
    <TagsInput
      className="w4"
      label={t`Tags`}
      value={[...tags]}
      onChange={onChange}
      maxTags={20}
      acceptValueOnBlur
      placeholder={t`Type and press Enter`}
    />
  );
}
