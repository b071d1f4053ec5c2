import { Switch, type SwitchProps } from '@mantine/core';

interface Props extends SwitchProps {
  readonly label: string;
}

/**
 * A switch with an explanation or an error under its label. The library draws all of it within the label, so that readers would
 * hear everything as its name; named here, the rest is its description.
 */
export const ExplainedSwitch = (props: Props) => <Switch {...props} aria-label={props.label} />;
