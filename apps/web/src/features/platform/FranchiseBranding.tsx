import { BrandingPanel } from './BrandingPanel.tsx';

/** Branding as a tab of a franchise's record. */
export default function FranchiseBranding({ franchiseId }: { readonly franchiseId: string }) {
  return <BrandingPanel whose={franchiseId} />;
}
