import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Props = ButtonProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & { readonly ref?: Ref<HTMLAnchorElement> };
const AnchorButton = (props: Props) => <Button component="a" {...props} />;

/** A link of the app that looks like a button. */
export const LinkButton = createLink(AnchorButton);
